import { CDN_STATUSES, CDN_SUFFIXES_MAX, type CdnRule } from '@sitedeck/contract';
import { TextField, useBlocked, useFeedback, useText } from '@sitedeck/ui/core';
import { Choices, FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { Checkbox } from '@sitedeck/ui/page';
import { useRef, useState } from 'react';
import { cdnApi, type CdnReply, type CdnStats } from '../cdn.api';
import { inDialog, isNewer, useSaveCdn } from '../use-cdn-changes';
import { cdnTexts } from '../cdn-texts';
import { PrivateField } from './PrivateField';
import { formOf, freeId, ruleOf, type RuleForm, type RuleProblem } from './rule-form';
import { rulesTexts } from './rules-texts';
import { TimeField } from './TimeField';

interface Props {
  /** The settings when the dialog opened. */
  readonly data: CdnReply;
  readonly stats?: CdnStats | undefined;
  /** The rule to change; absent for a new one. */
  readonly given?: CdnRule;
  readonly onGone: () => void;
}

const MATCHES = ['path', 'suffix', 'status'] as const;

/** Adds a cache rule, or changes one. */
export function RuleDialog({ data, stats, given, onGone }: Props) {
  const text = useText(rulesTexts);
  const page = useText(cdnTexts);
  const blocked = useBlocked();
  const { message } = useFeedback();
  // Rendered outside the page, so it reads the current state itself.
  const { data: latest = data } = cdnApi.useReadCdnQuery({});
  const save = useSaveCdn();
  const [form, setForm] = useState(() => formOf(given));
  const [isSubmitted, setSubmitted] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const counted = stats?.rules.map(({ id }) => id) ?? [];
  const rule = ruleOf(form, given?.id ?? freeId([...latest.rules.map(({ id }) => id), ...counted]));
  const problem = isSubmitted && typeof rule === 'string' ? rule : undefined;
  const set = (part: Partial<RuleForm>) => setForm((now) => ({ ...now, ...part }));
  const label = text(given ? 'act.saveRule' : 'act.add');

  const submit = async (): Promise<FormOutcome> => {
    setSubmitted(true);
    if (typeof rule === 'string') return { is: 'stay' };
    const outcome = await save({ ...latest, rules: withRule(latest.rules, rule) }, latest.version);
    if (outcome.is === 'refused') return inDialog(outcome.fault);
    message.success(text(given ? 'done.edit' : 'done.add'));
    return { is: 'done' };
  };
  return (
    <FormDialog
      className="dm-form"
      title={text(given ? 'edit.title' : 'act.add')}
      confirm={label}
      reason={blocked(label)}
      failed={(fault) => (isNewer(fault) ? page('newer.again') : text('failed'))}
      submit={submit}
      first={first}
      onGone={onGone}
    >
      <Choices<RuleForm['is']>
        legend={text('column.match')}
        value={form.is}
        onChange={(is) => set({ is })}
        input={first}
        options={MATCHES.map((value) => ({ value, label: text(`match.choice.${value}`) }))}
      />
      <MatchField form={form} set={set} problem={problem} />
      <TimeField
        legend={text('column.time')}
        value={form.edge}
        onChange={(edge) => set({ edge })}
        isWrong={problem === 'edge'}
      />
      <TimeField
        legend={text('browser')}
        value={form.browser}
        onChange={(browser) => set({ browser })}
        isWrong={problem === 'browser'}
      />
      {form.edge.is !== 'none' && (
        <PrivateField value={form.cachesPrivate} onChange={(cachesPrivate) => set({ cachesPrivate })} />
      )}
      {!given && <p className="sd-hint sd-small">{text('add.hint')}</p>}
    </FormDialog>
  );
}

/** The rules with this one in its position, or at the end. */
const withRule = (rules: readonly CdnRule[], rule: CdnRule): CdnRule[] =>
  rules.some(({ id }) => id === rule.id)
    ? rules.map((one) => (one.id === rule.id ? rule : one))
    : [...rules, rule];

interface MatchProps {
  readonly form: RuleForm;
  readonly set: (part: Partial<RuleForm>) => void;
  readonly problem: RuleProblem | undefined;
}

function MatchField({ form, set, problem }: MatchProps) {
  const text = useText(rulesTexts);
  const suffixError = {
    suffix: text('problem.suffix'),
    suffixes: text('problem.suffixes', { n: CDN_SUFFIXES_MAX }),
  };
  switch (form.is) {
    case 'path':
      return (
        <TextField
          label={text('match.choice.path')}
          value={form.path}
          onChange={(path) => set({ path })}
          hint={text('path.hint')}
          error={problem === 'path' ? text('problem.path') : undefined}
          autoComplete="off"
        />
      );
    case 'suffix':
      return (
        <TextField
          label={text('match.choice.suffix')}
          value={form.suffixes}
          onChange={(suffixes) => set({ suffixes })}
          hint={text('suffix.hint')}
          error={problem === 'suffix' || problem === 'suffixes' ? suffixError[problem] : undefined}
          autoComplete="off"
        />
      );
    case 'status':
      return <StatusField form={form} set={set} problem={problem} />;
  }
}

/** Statuses by which a site refuses what one visitor sent. */
const REFUSALS: readonly number[] = [400, 403];

function StatusField({ form: { statuses }, set, problem }: MatchProps) {
  const text = useText(rulesTexts);
  return (
    <fieldset className="dc-statuses">
      <legend className="sd-label">{text('match.choice.status')}</legend>
      {CDN_STATUSES.map((status) => (
        <Checkbox
          key={status}
          checked={statuses.includes(status)}
          onChange={({ target }) =>
            set({
              statuses: target.checked ? [...statuses, status] : statuses.filter((one) => one !== status),
            })
          }
        >
          {status}
        </Checkbox>
      ))}
      {statuses.some((status) => REFUSALS.includes(status)) && (
        <p className="sd-hint sd-small">{text('status.private')}</p>
      )}
      <p className="sd-field-error" role="alert">
        {problem === 'status' && text('problem.status')}
      </p>
    </fieldset>
  );
}
