import EllipsisOutlined from '@ant-design/icons/EllipsisOutlined';
import Button from 'antd/es/button';
import { sharedTexts } from '../i18n/shared-texts';
import { useText } from '../i18n/use-text';
import { LockedTip } from '../parts/LockedTip';
import { MenuDropdown } from '../parts/MenuDropdown';
import type { RowAct } from './resource-types';

/** Two actions are beside the row; the others are behind `…`. */
const BESIDE = 2;

interface Props<Row> {
  readonly row: Row;
  readonly acts: readonly RowAct<Row>[];
  readonly name: string;
  /** A card has no room for actions beside it. */
  readonly beside?: number | undefined;
}

export function RowActions<Row>({ row, acts, name, beside = BESIDE }: Props<Row>) {
  const shown = acts.filter((act) => act.shown?.(row) ?? true);
  const rest = shown.slice(beside);
  return (
    <span className="sd-resource-acts">
      {shown.slice(0, beside).map((act) => (
        <LockedTip key={act.key} reason={act.reason?.(row)}>
          <button
            type="button"
            className="sd-link-button"
            aria-label={`${act.label} ${name}`}
            onClick={() => act.run(row)}
          >
            {act.label}
          </button>
        </LockedTip>
      ))}
      {rest.length > 0 && <MoreActs row={row} acts={rest} name={name} />}
    </span>
  );
}

function MoreActs<Row>({ row, acts, name }: Omit<Props<Row>, 'beside'>) {
  const text = useText(sharedTexts);
  const items = acts.map((act) => {
    const reason = act.reason?.(row);
    return {
      key: act.key,
      label: reason ? `${act.label} · ${reason}` : act.label,
      disabled: reason !== undefined,
      danger: act.danger ?? false,
      onClick: () => act.run(row),
    };
  });
  return (
    <MenuDropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <Button
        type="text"
        size="small"
        icon={<EllipsisOutlined />}
        aria-label={text('table.rowActs', { name })}
        aria-haspopup="menu"
      />
    </MenuDropdown>
  );
}
