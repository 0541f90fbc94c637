import type { CallReply, checkReplaceUrl } from '@sitedeck/contract';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { actionTexts } from '../page/action-texts';

interface Props {
  readonly found: CallReply<typeof checkReplaceUrl>;
}

/** Lists where the address would be replaced, by table, and where it can't be. */
export function ReplaceFound({ found: { tables, rows, complete } }: Props) {
  const text = useText(actionTexts);
  const format = useLocaleFormat();
  const hit = tables.filter((table) => table.rows > 0 && table.keyed);
  const withoutKey = tables.filter((table) => !table.keyed);
  return (
    <div className="db-check" role="status">
      <p>
        <strong>
          {rows === 0
            ? text('replace.none')
            : text('replace.found', {
                n: format.number(rows),
                count: rows,
                tables: format.number(hit.length),
              })}
        </strong>
      </p>
      {!complete && <p className="sd-hint sd-small">{text('replace.incomplete')}</p>}
      {hit.length > 0 && (
        <ul className="db-replace-tables">
          {hit.map(({ name, rows: count, serialised }) => (
            <li key={name}>
              <span className="sd-mono db-break">{name}</span>
              <span>{text('replace.rows', { n: format.number(count), count })}</span>
              {serialised > 0 && (
                <span className="sd-hint sd-small">
                  {text('replace.serialised', { n: format.number(serialised) })}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {withoutKey.length > 0 && (
        <p className="db-warning db-break">
          {text('replace.unkeyed')} {format.list(withoutKey.map(({ name }) => name))}
        </p>
      )}
    </div>
  );
}
