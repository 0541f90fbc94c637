import { EditOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import type { CallReply, compareBackup } from '@sitedeck/contract';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import type { ReactNode } from 'react';
import { browseTexts } from './browse-texts';

type ComparisonReply = CallReply<typeof compareBackup>;
type ChangeType = 'added' | 'changed' | 'removed';

const CHANGE_TYPES: readonly ChangeType[] = ['added', 'changed', 'removed'];
const ICONS: Readonly<Record<ChangeType, ReactNode>> = {
  added: <PlusOutlined aria-hidden />,
  changed: <EditOutlined aria-hidden />,
  removed: <MinusOutlined aria-hidden />,
};

/** Counts of added, changed and removed entries, with the first paths of each by name. */
export function Differences({ found }: { readonly found: ComparisonReply }) {
  const text = useText(browseTexts);
  const format = useLocaleFormat();
  const nonEmpty = CHANGE_TYPES.filter((sort) => found[sort].count > 0);
  return (
    <div className="bk-differences">
      <p role="status">
        {nonEmpty.length === 0
          ? text('compare.none', { n: format.number(found.same) })
          : text('compare.same', { n: format.number(found.same), count: found.same })}
      </p>
      {nonEmpty.map((sort) => {
        const { count, paths } = found[sort];
        const rest = count - paths.length;
        const title = text(`compare.${sort}`, { n: format.number(count), count });
        return (
          <section key={sort} aria-label={title}>
            <h3 className={`bk-difference-${sort}`}>
              {ICONS[sort]} {title}
            </h3>
            <ul className="bk-paths">
              {paths.map((path) => (
                <li key={path} dir="auto">
                  {path}
                </li>
              ))}
              {rest > 0 && <li className="sd-hint">{text('compare.rest', { n: format.number(rest) })}</li>}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
