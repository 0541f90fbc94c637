import { DisconnectOutlined } from '@ant-design/icons';
import type { Domain } from '@sitedeck/contract';
import { Button, LockedTip, useBlocked, useText } from '@sitedeck/ui/core';
import { Drawer } from '@sitedeck/ui/more';
import { useRef, useState } from 'react';
import { domainApi, type DomainsReply } from '../domain.api';
import { CopiedValue } from '../frame/CopiedValue';
import { frameTexts } from '../frame/frame-texts';
import { LinkButton } from '../frame/LinkButton';
import { listTexts } from '../list/list-texts';
import { useDomainDialogs } from '../frame/domain-dialogs';
import { useDomainActs } from '../list/use-domain-acts';
import { AccessSection } from './AccessSection';
import { CertificateSection } from './CertificateSection';
import { detailTexts } from './detail-texts';
import { DnsSection } from './DnsSection';
import { FailureBanner } from './FailureBanner';

const WIDTH = 'min(560px, 100%)';

interface Props {
  /** Stored form of the domain. */
  readonly name: string;
  readonly onGone: () => void;
}

/** Details of one domain: a failed request, DNS records, certificate, access. Closes once the domain is unbound. */
export function DomainDrawer({ name, onGone }: Props) {
  const frame = useText(frameTexts);
  const { data } = domainApi.useListDomainsQuery({});
  const [isOpen, setOpen] = useState(true);
  const domain = data?.domains.find((one) => one.name === name);
  const close = () => setOpen(false);
  return (
    <Drawer
      open={isOpen && domain !== undefined}
      onClose={close}
      size={WIDTH}
      title={domain && <DrawerTitle domain={domain} />}
      closable={{ placement: 'end', 'aria-label': frame('act.close') }}
      onGone={onGone}
      destroyOnHidden
      className="dm-drawer"
      footer={domain && <DrawerFoot domain={domain} />}
    >
      {data && domain && <Sections domain={domain} data={data} />}
    </Drawer>
  );
}

function DrawerTitle({ domain: { name, shown } }: { readonly domain: Domain }) {
  return (
    <span className="dm-title">
      {shown}
      {shown !== name && <CopiedValue value={name} />}
    </span>
  );
}

function Sections({ domain, data }: { readonly domain: Domain; readonly data: DomainsReply }) {
  const dns = useRef<HTMLHeadingElement>(null);
  const dialogs = useDomainDialogs();
  const retry = () => dialogs.apply(withPartner(domain, data.domains), [domain]);
  return (
    <>
      <FailureBanner domain={domain} onRetry={retry} onHow={() => dns.current?.focus()} />
      <DnsSection domain={domain} addresses={data.addresses} heading={dns} />
      <CertificateSection domain={domain} onApply={retry} />
      <AccessSection domain={domain} tls={data.tls} />
      <Remark domain={domain} />
    </>
  );
}

/** The domain and its counterpart with or without `www.`, so that one certificate can cover both. */
function withPartner(domain: Domain, domains: readonly Domain[]): readonly Domain[] {
  const { name } = domain;
  const partner = name.startsWith('www.') ? name.slice('www.'.length) : `www.${name}`;
  return domains.filter((one) => one.name === name || one.name === partner);
}

function Remark({ domain }: { readonly domain: Domain }) {
  const text = useText(detailTexts);
  const blocked = useBlocked();
  const dialogs = useDomainDialogs();
  return (
    <section className="dm-section">
      <div className="dm-section-head">
        <h3>{text('remark')}</h3>
        <LinkButton
          words={text('change')}
          label={text('remark.change')}
          reason={blocked(text('remark.change'))}
          onClick={() => dialogs.remark(domain)}
        />
      </div>
      <p className={domain.remark === '' ? 'sd-hint' : 'dm-wrap'}>{domain.remark || text('remark.none')}</p>
    </section>
  );
}

function DrawerFoot({ domain }: { readonly domain: Domain }) {
  const text = useText(listTexts);
  const blocked = useBlocked();
  const acts = useDomainActs();
  const noPrimary = domain.isWildcard ? text('primary.wildcard') : undefined;
  return (
    <div className="dm-foot">
      <LockedTip reason={blocked(text('act.unbind'))}>
        <Button
          type="text"
          danger
          className="dm-danger"
          icon={<DisconnectOutlined aria-hidden />}
          onClick={() => void acts.unbind([domain])}
        >
          {text('act.unbind')}
        </Button>
      </LockedTip>
      {!domain.isPrimary && (
        <LockedTip reason={blocked(text('act.primary')) ?? noPrimary}>
          <Button onClick={() => void acts.makePrimary(domain)}>{text('act.primary')}</Button>
        </LockedTip>
      )}
    </div>
  );
}
