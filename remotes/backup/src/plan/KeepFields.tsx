import { KEEP_MAX, type BackupKeep } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import { NumberField } from '../frame/NumberField';
import { planTexts } from './plan-texts';

const SPANS = ['daily', 'weekly', 'monthly', 'yearly'] as const;

interface Props {
  readonly keep: BackupKeep;
  readonly onChange: (keep: BackupKeep) => void;
}

/** Fields for how many points of each period are kept. */
export function KeepFields({ keep, onChange }: Props) {
  const text = useText(planTexts);
  return (
    <fieldset className="sd-choices">
      <legend className="sd-label">{text('keep.title')}</legend>
      <div className="bk-fields bk-fields-four">
        {SPANS.map((span) => (
          <NumberField
            key={span}
            label={text(`keep.${span}`)}
            value={keep[span]}
            min={0}
            max={KEEP_MAX}
            unit={text('unit.kept', { count: keep[span] })}
            onChange={(next) => onChange({ ...keep, [span]: next })}
          />
        ))}
      </div>
      <p className="sd-hint sd-small">{text('keep.hint')}</p>
    </fieldset>
  );
}
