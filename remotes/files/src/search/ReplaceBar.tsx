import { REPLACEMENT_MAX } from '@sitedeck/contract';
import { Button, LockedTip, TextField, useText } from '@sitedeck/ui/core';
import { searchTexts } from './search-texts';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** With groups of an expression. */
  readonly isRegex: boolean;
  /** Why nothing can be replaced now. */
  readonly reason: string | undefined;
  readonly onPreview: () => void;
}

/** What the matches become; nothing is changed before it was shown. */
export function ReplaceBar({ value, onChange, isRegex, reason, onPreview }: Props) {
  const text = useText(searchTexts);
  return (
    <div className="fm-replace-bar">
      <TextField
        label={text('replace.with')}
        value={value}
        maxLength={REPLACEMENT_MAX}
        onChange={onChange}
        hint={isRegex ? text('replace.groups') : undefined}
        autoComplete="off"
        end={
          <LockedTip reason={reason}>
            <Button onClick={onPreview}>{text('replace.preview')}</Button>
          </LockedTip>
        }
      />
    </div>
  );
}
