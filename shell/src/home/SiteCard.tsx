import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined';
import GlobalOutlined from '@ant-design/icons/GlobalOutlined';
import PauseCircleOutlined from '@ant-design/icons/PauseCircleOutlined';
import StopOutlined from '@ant-design/icons/StopOutlined';
import type { HostInfo, ServiceStatus } from '@sitedeck/contract';
import { Tag, useText } from '@sitedeck/ui/core';
import type { ReactNode } from 'react';
import { homeTexts } from './home-texts';

const LOOK: Readonly<
  Record<ServiceStatus, { readonly tone: 'success' | 'neutral' | 'error'; readonly icon: ReactNode }>
> = {
  NORMAL: { tone: 'success', icon: <CheckCircleOutlined aria-hidden /> },
  CLOSED: { tone: 'neutral', icon: <PauseCircleOutlined aria-hidden /> },
  BLOCKING: { tone: 'error', icon: <StopOutlined aria-hidden /> },
};

const withoutScheme = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

/** Name, state and address of the site; its name is the page's heading. */
export function SiteCard({ host }: { readonly host: HostInfo }) {
  const text = useText(homeTexts);
  const { hostService, specInfo, remark, testUrl, domains } = host;
  const status = hostService.serviceStatus.value;
  const { tone, icon } = LOOK[status];
  return (
    <section className="sd-card sh-site">
      <span className="sh-site-icon" aria-hidden="true">
        <GlobalOutlined />
      </span>
      <div className="sh-site-name">
        <div className="sd-row">
          <h1 tabIndex={-1}>{remark || hostService.hostName}</h1>
          <Tag tone={tone} icon={icon}>
            {text(`service.${status}`)}
          </Tag>
        </div>
        <p className="sh-site-line">
          <SiteLink url={testUrl} label={text('address')} />
          <span>{hostService.hostCode}</span>
          <span>{specInfo.osType}</span>
        </p>
      </div>
      <dl className="sh-site-facts">
        <Fact name={text('fact.account')}>{hostService.hostName}</Fact>
        <Fact name={text('fact.language')}>{text(`language.${specInfo.language}`)}</Fact>
        {domains.length > 0 && <Fact name={text('domains')}>{domains.join(' · ')}</Fact>}
      </dl>
    </section>
  );
}

function SiteLink({ url, label }: { readonly url: string; readonly label: string }) {
  const text = useText(homeTexts);
  return (
    <a href={url} target="_blank" rel="noreferrer" title={label}>
      <span className="sd-visually-hidden">{label} </span>
      {withoutScheme(url)} <span aria-hidden="true">↗</span>
      <span className="sd-visually-hidden">{text('newWindow')}</span>
    </a>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
