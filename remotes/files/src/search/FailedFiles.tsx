import { FileName } from '../parts/FileName';
import type { FailedFile } from './use-replace';

/** So many are named; the sentence above counts them all. */
const NAMED = 200;

interface Props {
  readonly failed: readonly FailedFile[];
  readonly what: string;
}

/** Files that were left as they are, each with its reason. */
export function FailedFiles({ failed, what }: Props) {
  if (failed.length === 0) return null;
  return (
    <div role="alert" className="fm-replace-failed">
      <p>{what}</p>
      <ul className="fm-failed">
        {failed.slice(0, NAMED).map(({ path, fault }) => (
          <li key={path}>
            <FileName name={path} />
            <span>{fault.message}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
