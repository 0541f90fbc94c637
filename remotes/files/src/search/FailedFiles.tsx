import { FailedNames } from '../parts/FailedNames';
import type { FailedFile } from './use-replace';

interface Props {
  readonly failed: readonly FailedFile[];
  readonly what: string;
}

/** Lists the files that were not changed, each with its reason. */
export function FailedFiles({ failed, what }: Props) {
  if (failed.length === 0) return null;
  return (
    <div role="alert" className="fm-replace-failed">
      <p>{what}</p>
      <FailedNames failed={failed.map(({ path, fault }) => ({ name: path, fault }))} />
    </div>
  );
}
