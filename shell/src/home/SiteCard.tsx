import GlobalOutlined from '@ant-design/icons/GlobalOutlined';
import type { HostInfo, VhostInfo } from '@sitedeck/contract';
import { formatTime, hostTitle } from '@sitedeck/sdk';
import { useText } from '@sitedeck/ui/core';
import type { ReactNode } from 'react';
import { usePages } from '../routing/console-context';
import { SkeletonLines } from './SkeletonLines';
import type { BlockState } from './block-state';
import { homeTexts } from './home-texts';
import { InnerLink } from './InnerLink';
import { Quotas } from './Quotas';
import { ServiceTag } from './ServiceTag';
import { ShareUse } from './ShareUse';
import { SiteActions } from './SiteActions';

/** Page for binding domains; not every console has it. */
const BIND_PAGE = '/domainCertCdn/bindDomain';

interface Props {
  readonly host: HostInfo;
  readonly info: BlockState<VhostInfo>;
}

/** Name, state, address and use of the site; its name is the page's heading. */
export function SiteCard({ host, info }: Props) {
  const { hostService, specInfo } = host;
  return (
    <section className="sd-card" aria-labelledby="sh-site-name">
      <div className="sh-site">
        <span className="sh-site-icon" aria-hidden="true">
          <GlobalOutlined />
        </span>
        <div className="sh-site-name">
          <SiteName host={host} />
          <p className="sh-site-line sh-dotted">
            <Address host={host} />
            <span>{hostService.hostCode}</span>
            <span>{specInfo.osType}</span>
          </p>
        </div>
        <Facts host={host} info={info} />
        <SiteActions status={hostService.serviceStatus.value} />
      </div>
      <Quotas />
      <ShareUse />
    </section>
  );
}

/** The heading of Home, with the state of the site in words. */
export function SiteName({ host }: Pick<Props, 'host'>) {
  return (
    <div className="sd-row">
      <h1 id="sh-site-name" tabIndex={-1}>
        {hostTitle(host)}
      </h1>
      <ServiceTag status={host.hostService.serviceStatus.value} />
    </div>
  );
}

const withoutScheme = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

function Address({ host: { domains, testUrl } }: Pick<Props, 'host'>) {
  const text = useText(homeTexts);
  const canBind = usePages().some(({ path, body }) => path === BIND_PAGE && body.is !== 'blocked');
  // No visitor can open a wildcard.
  const first = domains.find((name) => !name.startsWith('*.'));
  const more = domains.filter((name) => name !== first);
  if (first !== undefined) {
    return (
      <>
        <span>
          <SiteLink url={`http://${first}/`} label={text('domain')} />
        </span>
        {more.length > 0 && <span title={more.join(' · ')}>{text('domain.more', { n: more.length })}</span>}
      </>
    );
  }
  return (
    <>
      <span>
        <SiteLink url={testUrl} label={text('address')} />
      </span>
      {canBind && (
        <span>
          <InnerLink to={BIND_PAGE}>{text('domain.bind')}</InnerLink>
        </span>
      )}
    </>
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

/** Data of the site; what could not be loaded is left out, since the connection block reports it. */
function Facts({ host: { specInfo }, info }: Props) {
  const text = useText(homeTexts);
  const language = text(`language.${specInfo.language}`);
  const version = info.is === 'ready' ? info.data.engineVersion : undefined;
  return (
    <dl className="sh-site-facts">
      <Fact name={text('fact.engine')}>{version === undefined ? language : `${language} ${version}`}</Fact>
      {info.is !== 'failed' && (
        <Fact name={text('fact.created')}>
          {info.is === 'ready' ? (
            formatTime(info.data.createdAt).slice(0, 10)
          ) : (
            <SkeletonLines lines={[100]} />
          )}
        </Fact>
      )}
    </dl>
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
