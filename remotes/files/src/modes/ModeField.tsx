import { TextField, useText } from '@sitedeck/ui/core';
import { modeTexts } from './mode-texts';
import { hasRight, RIGHTS, toggleRight, CLASSES } from './octal';

interface Props {
  readonly kind: 'files' | 'folders';
  /** The typed text; three octal digits when valid. */
  readonly mode: string;
  readonly isBad: boolean;
  readonly onChange: (mode: string) => void;
}

const EXAMPLES = { files: '644', folders: '755' } as const;

/** Edits one mode as digits or checkboxes; both always agree. */
export function ModeField({ kind, mode, isBad, onChange }: Props) {
  const text = useText(modeTexts);
  const example = EXAMPLES[kind];
  return (
    <div className="fm-mode">
      <TextField
        label={text(kind)}
        value={mode}
        onChange={onChange}
        error={isBad ? text('bad', { example }) : undefined}
        hint={text('octal', { example })}
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
      />
      <table>
        <tbody>
          {CLASSES.map((who) => (
            <tr key={who}>
              <th scope="row">{text(`who.${who}`)}</th>
              {RIGHTS.map((right) => (
                <td key={right}>
                  <label>
                    <input
                      type="checkbox"
                      checked={hasRight(mode, who, right)}
                      aria-label={text('box', {
                        kind: text(kind),
                        who: text(`who.${who}`),
                        right: text(`right.${right}`),
                      })}
                      onChange={() => onChange(toggleRight(mode, who, right))}
                    />
                    <span aria-hidden>{text(`right.${right}`)}</span>
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {hasRight(mode, 'others', 'w') && <p className="fm-dry-run-stop">{text('everyone')}</p>}
    </div>
  );
}
