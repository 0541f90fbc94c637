import { EllipsisOutlined, HolderOutlined } from '@ant-design/icons';
import type { CdnRule } from '@sitedeck/contract';
import { Dropdown, IconButton, LockedTip, useText } from '@sitedeck/ui/core';
import type { useSorting } from '@sitedeck/ui/sorting';
import type { ReactNode } from 'react';
import { rulesTexts } from './rules-texts';
import { useRuleWords } from './use-rule-words';

interface Props {
  readonly rule: CdnRule;
  readonly position: { readonly n: string; readonly total: string };
  /** Its hit ratio in words. */
  readonly hits: string;
  readonly blocked: string | undefined;
  readonly handle: ReturnType<ReturnType<typeof useSorting>['handleOf']>;
  readonly edit: () => void;
  /** Undefined: it is the first. */
  readonly up: (() => void) | undefined;
  /** Undefined: it is the last. */
  readonly down: (() => void) | undefined;
  readonly remove: () => void;
}

export function RuleRow({ rule, position, hits, blocked, handle, ...acts }: Props) {
  const text = useText(rulesTexts);
  const words = useRuleWords();
  const name = words.match(rule.match);
  return (
    <>
      <LockedTip reason={blocked}>
        <button
          type="button"
          className="dc-rule-handle"
          aria-label={text('handle', { name, ...position })}
          {...handle}
        >
          <HolderOutlined aria-hidden />
        </button>
      </LockedTip>
      <RuleCells match={name} time={words.time(rule.edgeSeconds)} hits={hits} notes={<Notes rule={rule} />} />
      <RuleMenu name={name} blocked={blocked} {...acts} />
    </>
  );
}

interface CellsProps {
  readonly match: string;
  readonly time: string;
  readonly hits: string;
  readonly notes?: ReactNode;
}

/** What a rule matches, its cache time and its hit ratio. A narrow card labels the last two. */
export function RuleCells({ match, time, hits, notes }: CellsProps) {
  const text = useText(rulesTexts);
  return (
    <>
      <span className="dc-rule-match">
        {match}
        {notes}
      </span>
      <span className="dc-rule-time">
        <span className="dc-rule-label">{text('column.time')} </span>
        {time}
      </span>
      <span className="dc-rule-hits">
        <span className="dc-rule-label">{text('column.hits')} </span>
        {hits}
      </span>
    </>
  );
}

/** Unusual options of a rule. */
function Notes({ rule: { browserSeconds, cachesPrivate } }: { readonly rule: CdnRule }) {
  const text = useText(rulesTexts);
  const words = useRuleWords();
  const notes = [
    ...(browserSeconds === null ? [] : [text('note.browser', { time: words.time(browserSeconds) })]),
    ...(cachesPrivate ? [text('note.private')] : []),
  ];
  if (notes.length === 0) return null;
  return <span className="sd-hint sd-small">{notes.join(' · ')}</span>;
}

type MenuProps = Pick<Props, 'blocked' | 'edit' | 'up' | 'down' | 'remove'> & { readonly name: string };

function RuleMenu({ name, blocked, edit, up, down, remove }: MenuProps) {
  const text = useText(rulesTexts);
  const entry = (key: 'edit' | 'up' | 'down' | 'remove', run: (() => void) | undefined) => ({
    key,
    label: blocked === undefined ? text(`act.${key}`) : `${text(`act.${key}`)} · ${blocked}`,
    disabled: blocked !== undefined || run === undefined,
    danger: key === 'remove',
    ...(run && { onClick: run }),
  });
  const items = [entry('edit', edit), entry('up', up), entry('down', down), entry('remove', remove)];
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <IconButton
        size="small"
        icon={<EllipsisOutlined />}
        label={text('acts', { name })}
        aria-haspopup="menu"
      />
    </Dropdown>
  );
}
