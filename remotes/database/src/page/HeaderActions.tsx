import { ArrowRightOutlined, DownOutlined, ExportOutlined, ImportOutlined } from '@ant-design/icons';
import type { DatabaseInfo } from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';
import { Button, Dropdown, LockedTip, useBlocked, useText } from '@sitedeck/ui/core';
import { useAdminTool } from '../admin-tool/use-admin-tool';
import { databaseTexts } from '../database-texts';
import { useReset } from '../reset/use-reset';
import { useDialogs } from './use-dialogs';

interface Props {
  readonly info: DatabaseInfo;
  readonly ctx: RemoteContext;
}

/** The buttons for import (导入), export (导出), more (更多) and the admin tool. */
export function HeaderActions({ info, ctx }: Props) {
  const text = useText(databaseTexts);
  const blocked = useBlocked();
  const open = useDialogs(ctx);
  return (
    <>
      <LockedTip reason={blocked(text('act.import'))}>
        <Button icon={<ImportOutlined aria-hidden />} onClick={open.import}>
          {text('act.import')}
        </Button>
      </LockedTip>
      <Button icon={<ExportOutlined aria-hidden />} onClick={() => open.export([])}>
        {text('act.export')}
      </Button>
      <More info={info} ctx={ctx} />
      {/* A portal may not open the admin tool. */}
      {ctx.surface === undefined && <AdminTool ctx={ctx} />}
    </>
  );
}

function AdminTool({ ctx }: Pick<Props, 'ctx'>) {
  const text = useText(databaseTexts);
  const { open, isOpening } = useAdminTool(ctx);
  return (
    <Button type="primary" loading={isOpening} onClick={() => void open()}>
      {text('act.admin')}
      <span className="sd-visually-hidden">{text('act.newWindow')}</span>
      <ArrowRightOutlined rotate={-45} aria-hidden />
    </Button>
  );
}

function More({ info, ctx }: Props) {
  const text = useText(databaseTexts);
  const blocked = useBlocked();
  const open = useDialogs(ctx);
  const reset = useReset(info);
  const item = (key: 'password' | 'remote' | 'replace' | 'reset', run: () => void) => {
    const reason = blocked(text(`act.${key}`));
    return {
      key,
      label: reason === undefined ? text(`act.${key}`) : `${text(`act.${key}`)} · ${reason}`,
      disabled: reason !== undefined,
      danger: key === 'reset',
      onClick: run,
    };
  };
  const items = [
    item('password', open.password),
    item('remote', open.remote),
    item('replace', open.replace),
    item('reset', () => void reset()),
  ];
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <Button aria-haspopup="menu">
        {text('act.more')} <DownOutlined aria-hidden />
      </Button>
    </Dropdown>
  );
}
