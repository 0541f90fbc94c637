import { toFault } from '@sitedeck/sdk';
import { ConfigProvider, FaultNotice, Skeleton, useText } from '@sitedeck/ui/core';
import { useSettled } from '@sitedeck/ui/use-settled';
import { useContext, useMemo } from 'react';
import { FRESH, hostEnvApi } from '../../hostenv.api';
import type { ChosenPage } from './error-page-form';
import { errorPageTexts } from './error-page-texts';
import { previewHtml } from './preview-html';

interface Props {
  readonly chosen: ChosenPage;
  readonly fits: boolean;
  /** A portal's page may change settings but not read files. */
  readonly inPortal: boolean;
}

/** Shows the page that visitors would get. */
export function Preview({ chosen, fits, inPortal }: Props) {
  const text = useText(errorPageTexts);
  const isHidden = inPortal && chosen.is === 'file';
  return (
    <section className="he-card sd-card">
      <div className="he-card-head">
        <h2>{text('preview')}</h2>
        <span className="sd-hint sd-small">{text('preview.hint')}</span>
      </div>
      {fits && !isHidden ? (
        <Body chosen={chosen} />
      ) : (
        <p className="sd-hint">{text(isHidden ? 'preview.inConsole' : 'preview.none')}</p>
      )}
    </section>
  );
}

function Body({ chosen }: { readonly chosen: ChosenPage }) {
  const text = useText(errorPageTexts);
  if (chosen.is === 'server') return <p className="sd-hint">{text('preview.server')}</p>;
  return chosen.is === 'text' ? <Frame html={chosen.content} /> : <FilePreview path={chosen.path} />;
}

function FilePreview({ path }: { readonly path: string }) {
  const text = useText(errorPageTexts);
  const settledPath = useSettled(path);
  const { currentData, error } = hostEnvApi.useReadPageFileQuery({ body: { path: settledPath } }, FRESH);
  if (error !== undefined) return <FaultNotice what={text('preview.failed')} fault={toFault(error)} />;
  return currentData ? <Frame html={currentData.content} /> : <Skeleton active paragraph={{ rows: 4 }} />;
}

/** Sandboxed: runs no scripts, sends nothing and has no origin. */
function Frame({ html }: { readonly html: string }) {
  const text = useText(errorPageTexts);
  const nonce = useContext(ConfigProvider.ConfigContext).csp?.nonce;
  const page = useMemo(() => previewHtml(html, nonce), [html, nonce]);
  return <iframe className="he-frame" sandbox="" srcDoc={page} title={text('preview.frame')} />;
}
