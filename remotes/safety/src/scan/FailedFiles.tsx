import { FilePath } from './FilePath';
import type { ActReply } from './act-reply';

/** Files that a message has room for. */
const SHOWN = 10;

interface Props extends Pick<ActReply, 'failed'> {
  /** Says that there are further files: a message is shown outside the page, where texts can't be read. */
  readonly more: (count: number) => string;
}

/** The files that an act could not be done with, each with the reason. */
export function FailedFiles({ failed, more }: Props) {
  const rest = failed.length - SHOWN;
  return (
    <ul className="sf-failed">
      {failed.slice(0, SHOWN).map(({ id, path, reason }) => (
        <li key={id}>
          <FilePath path={path} />
          <div className="sd-secondary">{reason}</div>
        </li>
      ))}
      {rest > 0 && <li className="sd-secondary">{more(rest)}</li>}
    </ul>
  );
}
