import type { PhpParameterRule } from '@sitedeck/contract';
import { useBlocked, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { Switch } from '@sitedeck/ui/more';
import { Input, Select } from '@sitedeck/ui/page';
import { useId } from 'react';
import { hostEnvApi } from '../../hostenv.api';
import { iniNameOf, isInvalid, parameterRuleOf, type PhpField } from './php-fields';
import { phpTexts } from './php-texts';
import { UnsavedDot } from './UnsavedDot';

interface Props {
  readonly field: PhpField;
  readonly value: string;
  readonly isChanged: boolean;
  readonly onChange: (value: string) => void;
}

/** One parameter: its name, PHP's name for it and its range on the left, the control on the right. */
export function ParameterRow(props: Props) {
  const { field, value, isChanged } = props;
  const text = useText(phpTexts);
  const format = useLocaleFormat();
  const id = useId();
  const rule = parameterRuleOf(field);
  const wrong = isInvalid(field, value);
  const range =
    rule.is === 'number'
      ? text('range', { min: format.number(rule.min), max: format.number(rule.max) })
      : undefined;
  const note = field === 'displayErrors' ? text('note.displayErrors') : range;
  return (
    <li>
      <div className="he-php-name">
        <span id={id}>{text(`field.${field}`)}</span> {isChanged && <UnsavedDot />}
        <div id={`${id}-note`} className={wrong ? 'he-php-wrong sd-small' : 'sd-hint sd-small'}>
          {iniNameOf(field)}
          {note !== undefined && ` · ${note}`}
        </div>
      </div>
      <Control {...props} rule={rule} id={id} isWrong={wrong} />
    </li>
  );
}

interface ControlProps extends Props {
  readonly rule: PhpParameterRule;
  readonly id: string;
  readonly isWrong: boolean;
}

function Control({ field, value, onChange, rule, id, isWrong: wrong }: ControlProps) {
  const text = useText(phpTexts);
  const blocked = useBlocked();
  const why = blocked(text(`field.${field}`));
  const named = { 'aria-labelledby': id, 'aria-describedby': `${id}-note`, title: why ?? '' };
  const change = (next: string) => {
    if (why === undefined) onChange(next);
  };
  if (rule.is === 'switch')
    return (
      <Switch
        {...named}
        aria-disabled={why !== undefined}
        checked={value === 'on'}
        onChange={(on) => change(on ? 'on' : 'off')}
      />
    );
  if (rule.is === 'number')
    return (
      <Input
        {...named}
        className="he-php-number"
        inputMode="numeric"
        readOnly={why !== undefined}
        aria-invalid={wrong}
        status={wrong ? 'error' : ''}
        value={value}
        onChange={(event) => change(event.target.value.trim())}
        suffix={<span className="sd-secondary">{text(`unit.${rule.unit}`)}</span>}
      />
    );
  return (
    <Choice field={field} value={value} onChange={change} rule={rule} id={id} isOff={why !== undefined} />
  );
}

interface ChoiceProps {
  readonly field: PhpField;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rule: PhpParameterRule;
  readonly id: string;
  readonly isOff: boolean;
}

interface Option {
  readonly value: string;
  readonly label: string;
}

function Choice({ field, value, onChange, rule, id, isOff }: ChoiceProps) {
  const text = useText(phpTexts);
  const options = useChoices(rule);
  const known = options.some((option) => option.value === value);
  return (
    <Select<string>
      className="he-php-choice"
      aria-labelledby={id}
      aria-describedby={`${id}-note`}
      showSearch={rule.is === 'timeZone' && { optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      value={value}
      onChange={onChange}
      {...(isOff && { open: false, 'aria-disabled': true })}
      options={[
        ...options,
        ...(known ? [] : [{ value, label: field === 'error_reporting' ? text('choice.own') : value }]),
      ]}
    />
  );
}

/** Choices of a field; the server provides time zones and error levels. */
function useChoices(rule: PhpParameterRule): readonly Option[] {
  const text = useText(phpTexts);
  const zones = hostEnvApi.useGetPhpTimeZoneQuery({}, { skip: rule.is !== 'timeZone' });
  const levels = hostEnvApi.useGetPhpErrorPortQuery({}, { skip: rule.is !== 'errorLevels' });
  if (rule.is === 'timeZone') return zones.data?.choices ?? [];
  if (rule.is === 'errorLevels')
    return (levels.data?.choices ?? []).map(({ value, label }) => ({ value: value.join(' | '), label }));
  if (rule.is !== 'choice') return [];
  return rule.choices.map((value) => ({ value, label: value === '' ? text('choice.none') : value }));
}
