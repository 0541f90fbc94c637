import type { CallReply, Redirect, testRedirect } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { Button, FaultNotice, Tag, TextField, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useState } from 'react';
import { hostEnvApi } from '../../hostenv.api';
import { redirectTexts } from './redirect-texts';

type Result = CallReply<typeof testRedirect>;

/** Shows step by step where an address leads, without requesting it. */
export function RedirectTest({ redirects }: { readonly redirects: readonly Redirect[] }) {
  const text = useText(redirectTexts);
  const [url, setUrl] = useState('');
  const [test, { data, error, isFetching }] = hostEnvApi.useLazyTestRedirectQuery();
  const testedAddress = url.trim();
  return (
    <section className="he-card sd-card">
      <form
        className="he-test"
        onSubmit={(event) => {
          event.preventDefault();
          if (testedAddress !== '') void test({ body: { url: testedAddress } });
        }}
      >
        <h2>{text('test.title')}</h2>
        <TextField
          label={text('test.label')}
          value={url}
          onChange={setUrl}
          placeholder={text('test.placeholder')}
          autoComplete="off"
          end={
            <Button htmlType="submit" loading={isFetching}>
              {text('test.act')}
            </Button>
          }
        />
      </form>
      <div role="status">
        {data !== undefined && error === undefined && <Steps result={data} redirects={redirects} />}
      </div>
      {error !== undefined && <FaultNotice what={text('test.failed')} fault={toFault(error)} />}
    </section>
  );
}

const TONES = { here: 'success', elsewhere: 'primary', loop: 'error' } as const;

function Steps({ result, redirects }: { readonly result: Result; readonly redirects: readonly Redirect[] }) {
  const text = useText(redirectTexts);
  const format = useLocaleFormat();
  const { steps, end } = result;
  const placeOf = (source: string) =>
    format.number(redirects.findIndex((redirect) => redirect.source === source) + 1);
  return (
    <div className="he-steps">
      {steps.length > 0 && (
        <ol>
          {steps.map((step, index) => (
            <li key={`${String(index)} ${step.url}`}>
              <span className="sd-mono">
                {step.url} → {step.to}
              </span>{' '}
              <span className="sd-hint sd-small">
                {text('test.by', { n: placeOf(step.source), source: step.source })}
              </span>
            </li>
          ))}
        </ol>
      )}
      <Tag tone={TONES[end]}>{text(steps.length === 0 && end === 'here' ? 'test.none' : `test.${end}`)}</Tag>
    </div>
  );
}
