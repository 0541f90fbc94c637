import type { Fault } from '@sitedeck/contract';
import { FileName } from './FileName';

/** Names listed at most. The caller shows the total. */
const NAMED = 200;

interface Props {
  readonly failed: readonly { readonly name: string; readonly fault: Pick<Fault, 'message'> }[];
}

/** What was left as it is, each with its reason below its name. */
export function FailedNames({ failed }: Props) {
  return (
    <ul className="fm-failed">
      {failed.slice(0, NAMED).map(({ name, fault }) => (
        <li key={name}>
          <FileName name={name} />
          <span>{fault.message}</span>
        </li>
      ))}
    </ul>
  );
}
