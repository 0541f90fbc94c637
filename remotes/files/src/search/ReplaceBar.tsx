import { REPLACEMENT_MAX } from '@sitedeck/contract';
import { Button, LockedTip, TextField, useText } from '@sitedeck/ui/core';
import { searchTexts } from './search-texts';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The search is a regular expression, so the replacement may refer to its groups. */
  readonly isRegex: boolean;
  /** Why nothing can be replaced now. */
  readonly reason: string | undefined;
  readonly onPreview: () => void;
}

/** Asks for the replacement. Nothing is changed before a preview. */
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
