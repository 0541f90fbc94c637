import { CDN_RULES_MAX, type CdnRule } from '@sitedeck/contract';
import { LockedTip, useBlocked, useDialog, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { ADDS } from '@sitedeck/ui/focus';
import { dropMark, useSorting } from '@sitedeck/ui/sorting';
import { useId, useState } from 'react';
import type { CdnReply, CdnStats } from '../cdn.api';
import { hitRatio, percentFigure } from '../ratio';
import { RuleDialog } from './RuleDialog';
import { RuleCells, RuleRow } from './RuleRow';
import { rulesTexts } from './rules-texts';
import { useRuleActs } from './use-rule-acts';
import { useRuleWords } from './use-rule-words';

interface Props {
  readonly data: CdnReply;
  /** Undefined while loading, or if no domain has CDN on. */
  readonly stats: CdnStats | undefined;
}

/** Id under which replies without a matching rule are counted. */
const OTHERS = 0;

/** The cache rules in order: first match wins. Replies without a match follow the headers of the origin. */
export function RulesCard({ data, stats }: Props) {
  const text = useText(rulesTexts);
  const id = useId();
  const { rules, order, remove } = useRuleActs(data);
  const ratio = useRatio(stats);
  return (
    <section className="sd-card dc-rules" aria-labelledby={id}>
      <div className="dc-rules-head">
        <h2 id={id}>{text('rules')}</h2>
        <span className="sd-hint sd-small">{text('rules.hint')}</span>
        <AddRule data={data} stats={stats} />
      </div>
      <div className="dc-rules-columns" aria-hidden>
        <span>{text('column.match')}</span>
        <span>{text('column.time')}</span>
        <span>{text('column.hits')}</span>
      </div>
      <Rows data={data} rules={rules} ratio={ratio} order={order} remove={remove} />
      <div className="dc-rule dc-rule-last">
        <RuleCells match={text('others')} time={text('time.origin')} hits={ratio(OTHERS)} />
      </div>
    </section>
  );
}

/** The hit ratio of a rule in words. */
function useRatio(stats: CdnStats | undefined): (id: number) => string {
  const format = useLocaleFormat();
  return (id) => {
    const counts = stats?.rules.find((rule) => rule.id === id);
    const hit = counts && hitRatio(counts);
    return hit === undefined ? '—' : `${percentFigure(hit, format.number)}%`;
  };
}

function AddRule({ data, stats }: Props) {
  const text = useText(rulesTexts);
  const format = useLocaleFormat();
  const blocked = useBlocked();
  const show = useDialog();
  const full =
    data.rules.length >= CDN_RULES_MAX ? text('full', { n: format.number(CDN_RULES_MAX) }) : undefined;
  return (
    <LockedTip reason={blocked(text('act.add')) ?? full}>
      <button
        {...ADDS}
        type="button"
        className="sd-link-button"
        onClick={() => show((onGone) => <RuleDialog data={data} stats={stats} onGone={onGone} />)}
      >
        {text('act.add')}
      </button>
    </LockedTip>
  );
}

interface RowsProps {
  readonly data: CdnReply;
  readonly rules: readonly CdnRule[];
  readonly ratio: (id: number) => string;
  readonly order: (rules: readonly CdnRule[]) => void;
  readonly remove: (rule: CdnRule) => void;
}

function Rows({ data, rules, ratio, order, remove }: RowsProps) {
  const text = useText(rulesTexts);
  const format = useLocaleFormat();
  const words = useRuleWords();
  const show = useDialog();
  const blocked = useBlocked()(text('act.change'));
  const [announcement, announce] = useState('');
  const total = format.number(rules.length);
  const { list, dragged, move, handleOf, keysOf } = useSorting({
    items: rules,
    blocked,
    onOrder: order,
    onMoved: ({ match }, to) =>
      announce(text('moved', { name: words.match(match), n: format.number(to + 1), total })),
  });
  return (
    <>
      <ol ref={list} aria-label={text('rules.list')}>
        {rules.map((rule, index) => {
          const mark = dragged && dropMark(index, dragged);
          return (
            <li key={rule.id} className={mark ? `dc-rule dc-rule-${mark}` : 'dc-rule'} {...keysOf(index)}>
              <RuleRow
                rule={rule}
                position={{ n: format.number(index + 1), total }}
                hits={rule.edgeSeconds === 0 ? '—' : ratio(rule.id)}
                blocked={blocked}
                handle={handleOf(index)}
                edit={() => show((onGone) => <RuleDialog data={data} given={rule} onGone={onGone} />)}
                up={index === 0 ? undefined : () => move(index, index - 1)}
                down={index === rules.length - 1 ? undefined : () => move(index, index + 1)}
                remove={() => remove(rule)}
              />
            </li>
          );
        })}
      </ol>
      <span className="sd-visually-hidden" role="status">
        {announcement}
      </span>
    </>
  );
}
