import { InlineAlert, useText } from '@sitedeck/ui/core';
import { Switch } from '@sitedeck/ui/more';
import { useId } from 'react';
import { rulesTexts } from './rules-texts';

interface Props {
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

/** Allows caching of replies that are meant for one visitor, with a warning. */
export function PrivateField({ value, onChange }: Props) {
  const text = useText(rulesTexts);
  const id = useId();
  return (
    <div className="dc-private">
      <div>
        <span id={id}>{text('private')}</span>
        <p id={`${id}-hint`} className="sd-hint sd-small">
          {text('private.hint')}
        </p>
      </div>
      <Switch
        aria-labelledby={id}
        aria-describedby={value ? `${id}-hint ${id}-warning` : `${id}-hint`}
        checked={value}
        onChange={onChange}
      />
      {value && (
        <div id={`${id}-warning`}>
          <InlineAlert kind="warning" role="status">
            {text('private.warning')}
          </InlineAlert>
        </div>
      )}
    </div>
  );
}
