import type { RemoteContext } from '@sitedeck/sdk';
import { useText } from '@sitedeck/ui/core';
import { pageStateOf } from '@sitedeck/ui/page-state';
import { EnvPage } from '../../frame/EnvPage';
import { MountStyle } from '../../frame/FrameStyle';
import { StatusLine } from '../../frame/StatusLine';
import { useSiteConfig } from '../../frame/use-site-config';
import { replyOf, FRESH, hostEnvApi } from '../../hostenv.api';
import { errorInfoTexts } from './error-info-texts';
import { LogView } from './LogView';
import { NetForm } from './NetForm';
import { PhpErrorForm } from './PhpErrorForm';

export const errorInfoStyle = `
.he-error-preview{margin:0;padding:12px 16px;border:1px dashed var(--sd-edge);border-radius:6px;background:var(--sd-head);white-space:pre-wrap;overflow-wrap:anywhere;font-family:inherit}
.he-error-preview.sd-mono{font-family:var(--sd-code)}
.he-log-tools{flex:1 1 300px;min-width:0;display:flex;justify-content:space-between;gap:12px}
.he-log-tools>.he-search{flex:0 1 240px;min-width:0}
.he-log{height:360px;overflow:auto;padding:8px 12px;border:1px solid var(--sd-line);border-radius:6px;background:var(--sd-head);line-height:20px}
.he-log>div{white-space:pre-wrap;overflow-wrap:anywhere}
.he-log-foot{margin-top:8px!important}
`;

interface Props {
  readonly ctx: RemoteContext;
}

/** The script errors page (脚本错误信息): what visitors see when a script fails, and the error logs. */
export function ErrorInfoPage({ ctx }: Props) {
  const { language } = ctx.host.specInfo;
  if (language === 'PHP') return <PhpErrorInfo ctx={ctx} />;
  return language === 'NET' ? <NetErrorInfo ctx={ctx} /> : <StaticErrorInfo />;
}

function PhpErrorInfo({ ctx }: Props) {
  const query = hostEnvApi.useReadPhpQuery({}, FRESH);
  return (
    <EnvPage page="errorInfo" state={pageStateOf(query)}>
      {(data) => (
        <>
          <MountStyle css={errorInfoStyle} />
          <PhpErrorForm ctx={ctx} data={data} read={() => replyOf(query.refetch().unwrap())} />
        </>
      )}
    </EnvPage>
  );
}

function NetErrorInfo({ ctx }: Props) {
  const query = hostEnvApi.useReadDotNetQuery({}, FRESH);
  return (
    <EnvPage page="errorInfo" state={pageStateOf(query)}>
      {(data) => (
        <>
          <MountStyle css={errorInfoStyle} />
          <NetForm ctx={ctx} data={data} read={() => replyOf(query.refetch().unwrap())} />
        </>
      )}
    </EnvPage>
  );
}

/** For a host without scripts: only the web server's log. */
function StaticErrorInfo() {
  const text = useText(errorInfoTexts);
  return (
    <EnvPage page="errorInfo" state={useSiteConfig()}>
      {() => (
        <>
          <MountStyle css={errorInfoStyle} />
          <div className="he-body">
            <StatusLine>{text('status.none')}</StatusLine>
            <LogView logs={['site']} />
          </div>
        </>
      )}
    </EnvPage>
  );
}
