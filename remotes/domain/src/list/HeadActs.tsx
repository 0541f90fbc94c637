import { DownOutlined, LinkOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
import type { Domain } from '@sitedeck/contract';
import { Button, Dropdown, LockedTip, useBlocked, useText } from '@sitedeck/ui/core';
import { ADDS } from '@sitedeck/ui/focus';
import { domainApi } from '../domain.api';
import { frameTexts } from '../frame/frame-texts';
import { saveText } from '../frame/save-text';
import { listTexts } from './list-texts';
import { useDomainDialogs } from '../frame/domain-dialogs';
import { useDomainActs } from './use-domain-acts';

/** The actions in the page header. Uploading a certificate changes no file of the site, so the workspace lock allows it. */
export function HeadActs({ bound }: { readonly bound: readonly Domain[] }) {
  const text = useText(listTexts);
  const dialogs = useDomainDialogs();
  return (
    <>
      <Button icon={<SafetyCertificateOutlined aria-hidden />} onClick={dialogs.upload}>
        {text('act.upload')}
      </Button>
      <MoreActs bound={bound} />
      <BindButton />
    </>
  );
}

function MoreActs({ bound }: { readonly bound: readonly Domain[] }) {
  const text = useText(listTexts);
  const frame = useText(frameTexts);
  const blocked = useBlocked();
  const dialogs = useDomainDialogs();
  const acts = useDomainActs();
  const [read] = domainApi.useExportDomainsMutation();
  const exportList = async () => {
    const { data } = await read({});
    if (data) saveText('domains.csv', data.csv, 'text/csv');
  };
  const reason = blocked(text('act.import'));
  const items = [
    {
      key: 'import',
      label: reason === undefined ? text('act.import') : `${text('act.import')} · ${reason}`,
      disabled: reason !== undefined,
      onClick: dialogs.importList,
    },
    {
      key: 'export',
      label: text('act.export'),
      disabled: bound.length === 0,
      onClick: () => void exportList(),
    },
    {
      key: 'apply',
      label: text('act.apply'),
      disabled: bound.length === 0,
      onClick: () => dialogs.apply(bound, []),
    },
    {
      key: 'check',
      label: text('act.check'),
      disabled: bound.length === 0,
      onClick: () => void acts.check(bound),
    },
  ];
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <Button aria-haspopup="menu" icon={<DownOutlined aria-hidden />} iconPlacement="end">
        {frame('act.more')}
      </Button>
    </Dropdown>
  );
}

/** The button to bind a domain (绑定域名), in the page header and in the empty list. */
export function BindButton() {
  const text = useText(listTexts);
  const blocked = useBlocked();
  const dialogs = useDomainDialogs();
  return (
    <LockedTip reason={blocked(text('act.bind'))}>
      <Button {...ADDS} type="primary" icon={<LinkOutlined aria-hidden />} onClick={dialogs.bind}>
        {text('act.bind')}
      </Button>
    </LockedTip>
  );
}
