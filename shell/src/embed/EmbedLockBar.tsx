import LockOutlined from '@ant-design/icons/LockOutlined';
import type { Task } from '@sitedeck/contract';
import { useLock } from '@sitedeck/sdk';
import { InlineAlert } from '@sitedeck/ui/core';
import { useLockText } from '../layout/LockBar';

/** Explains that nothing can be changed: the server locks the workspace for portals too. */
export function EmbedLockBar() {
  const lock = useLock();
  return <div role="status">{lock.is === 'locked' && <Locked task={lock.task} />}</div>;
}

function Locked({ task }: { readonly task: Task }) {
  const words = useLockText(task);
  return (
    <InlineAlert kind="primary" icon={<LockOutlined aria-hidden />}>
      {words}
    </InlineAlert>
  );
}
