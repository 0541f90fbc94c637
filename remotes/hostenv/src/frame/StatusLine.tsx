import { CheckCircleOutlined, ExportOutlined } from '@ant-design/icons';
import { useCurrentHost } from '@sitedeck/sdk';
import { TimeSentence, useLocaleFormat, useText, useTranslator } from '@sitedeck/ui/core';
import type { ReactNode } from 'react';
import { frameTexts } from './frame-texts';
import { useSiteConfig } from './use-site-config';

interface Props {
  /** Summary of the live settings. */
  readonly children: ReactNode;
  /** Rendered before the link that visits the site (访问验证). */
  readonly links?: ReactNode;
}

/** Shows the live settings of this page, and who saved the latest version of all settings, of this page or another. */
export function StatusLine({ children, links }: Props) {
  const text = useText(frameTexts);
  const format = useLocaleFormat();
  const config = useSiteConfig();
  const { testUrl } = useCurrentHost();
  return (
    <div className="he-status sd-card">
      <CheckCircleOutlined aria-hidden />
      <span>
        {text('status.inForce')}
        <strong>{children}</strong>
      </span>
      {config.is === 'ready' && (
        <span className="he-status-stamp">
          {text('status.config', { n: format.number(config.data.version) })} ·{' '}
          <Change at={config.data.at} operator={config.data.operator} />
        </span>
      )}
      <span className="he-status-end">
        {links}
        {testUrl && (
          <a
            href={testUrl}
            target="_blank"
            rel="noreferrer"
            aria-label={text('act.newWindow', { name: text('act.visit') })}
          >
            {text('act.visit')} <ExportOutlined aria-hidden />
          </a>
        )}
      </span>
    </div>
  );
}

function Change({ at, operator }: { readonly at: string; readonly operator: string }) {
  const text = useText(frameTexts);
  const { locale } = useTranslator();
  const name = locale === 'zh-CN' ? spaced(operator) : operator;
  return <TimeSentence at={at} words={(time) => text('status.by', { operator: name, time })} />;
}

/** In a Chinese text, a space separates Latin letters and digits from the words around: 由 demo 修改, but 由服务商修改. */
const spaced = (name: string): string => name.replace(/^(?=[!-~])/, ' ').replace(/(?<=[!-~])$/, ' ');
