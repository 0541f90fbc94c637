import { lazy, Suspense, useState, type ComponentType } from 'react';
import { abandonScripts } from './abandon';
import { AreaBoundary } from './AreaBoundary';
import { AreaFailure } from './AreaFailure';
import { AreaLoading } from './AreaLoading';
import { loadPart } from './shares';

type View = ComponentType;

interface Props {
  readonly title: string;
  readonly load: () => Promise<View>;
}

let made = 0;

/** `lazy` caches a rejection for ever, so each attempt has its own. */
function makeAttempt(load: Props['load']) {
  made += 1;
  return { number: made, View: lazy(() => loadPart(load).then((view) => ({ default: view }))) };
}

/** A page of the shell itself, whose script may fail to load too. */
export function ShellArea({ title, load }: Props) {
  const [{ number, View }, setAttempt] = useState(() => makeAttempt(load));
  function retry(): void {
    abandonScripts();
    setAttempt(makeAttempt(load));
  }
  return (
    <AreaBoundary key={number} failed={(error) => <AreaFailure title={title} error={error} retry={retry} />}>
      <Suspense fallback={<AreaLoading retry={retry} />}>
        <View />
      </Suspense>
    </AreaBoundary>
  );
}
