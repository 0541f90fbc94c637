import { PEM_MAX, shownDomain, type CallReply, type Fault, type uploadCertificate } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { FaultNotice, InlineAlert, useFeedback, useText } from '@sitedeck/ui/core';
import { FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { useEffect, useRef, useState } from 'react';
import { domainApi } from '../domain.api';
import { FilePick } from '../frame/FilePick';
import { LinesField } from '../frame/LinesField';
import { dateText, useDaysLeft } from '../frame/use-days';
import { certificateTexts } from './certificate-texts';
import { KeyField } from './KeyField';

type CheckedCertificate = CallReply<typeof uploadCertificate>;

/** Uploads a certificate with its key. The server checks both during input and reports which domains will use it. */
export function UploadDialog({ onGone }: { readonly onGone: () => void }) {
  const text = useText(certificateTexts);
  const { message } = useFeedback();
  const first = useRef<HTMLTextAreaElement>(null);
  const [certificate, setCertificate] = useState('');
  const [privateKey, setPrivateKey] = useState('');
  const check = useUploadCheck(certificate, privateKey);
  const [upload] = domainApi.useUploadCertificateMutation();

  const submit = async (): Promise<FormOutcome> => {
    const { error } = await upload({ body: { certificate, privateKey } });
    if (error !== undefined) return { is: 'refused', fault: toFault(error) };
    message.success(text('upload.done'));
    return { is: 'done' };
  };
  const isEmpty = certificate.trim() === '' || privateKey.trim() === '';
  const isTooLong = Math.max(certificate.length, privateKey.length) > PEM_MAX;
  const wrong = check.is === 'refused' ? text('upload.fix') : undefined;
  const reason = isTooLong ? text('upload.tooLong') : isEmpty ? text('upload.fill') : wrong;
  return (
    <FormDialog
      className="dm-form"
      title={text('upload.title')}
      confirm={text('upload.confirm')}
      reason={reason}
      busy={check.is === 'checking'}
      failed={text('upload.failed')}
      submit={submit}
      first={first}
      onGone={onGone}
    >
      <LinesField
        label={text('upload.certificate')}
        value={certificate}
        onChange={setCertificate}
        input={first}
        rows={5}
        placeholder="-----BEGIN CERTIFICATE-----"
        hint={text('upload.certificate.hint')}
        end={
          <FilePick
            words={text('upload.file.certificate')}
            accept=".pem,.crt,.cer,text/plain"
            onRead={setCertificate}
          />
        }
      />
      <KeyField value={privateKey} onChange={setPrivateKey} />
      <div aria-live="polite">
        {check.is === 'fits' && <CheckedFacts checked={check.checked} />}
        {check.is === 'refused' && <FaultNotice what={text('upload.refused')} fault={check.fault} />}
      </div>
    </FormDialog>
  );
}

type Check =
  | { readonly is: 'nothing' | 'checking' }
  | { readonly is: 'fits'; readonly checked: CheckedCertificate }
  | { readonly is: 'refused'; readonly fault: Fault };

/** The server's result for the given input. */
interface Answer {
  readonly entered: string;
  readonly check: Check;
}

const isUsable = (pem: string): boolean => pem.trim() !== '' && pem.length <= PEM_MAX;

/** Delay between the last keystroke and the check, ms. */
const PAUSE_MS = 400;

/** Has the server check certificate and key once both are entered. Only the latest reply counts. */
function useUploadCheck(certificate: string, privateKey: string): Check {
  const [reply, setAnswer] = useState<Answer>();
  const [ask] = domainApi.useCheckCertificateMutation();
  const entered = `${certificate}\n${privateKey}`;
  const isComplete = isUsable(certificate) && isUsable(privateKey);
  useEffect(() => {
    if (!isComplete) return;
    let isLatest = true;
    const timer = setTimeout(() => {
      void ask({ body: { certificate, privateKey, dryRun: true } }).then(({ data, error }) => {
        if (!isLatest) return;
        const check: Check = data ? { is: 'fits', checked: data } : { is: 'refused', fault: toFault(error) };
        setAnswer({ entered: `${certificate}\n${privateKey}`, check });
      });
    }, PAUSE_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [certificate, privateKey, isComplete, ask]);
  if (!isComplete) return { is: 'nothing' };
  return reply?.entered === entered ? reply.check : { is: 'checking' };
}

function CheckedFacts({ checked }: { readonly checked: CheckedCertificate }) {
  const text = useText(certificateTexts);
  const daysLeft = useDaysLeft();
  const { names, notAfter, issuer, serves } = checked;
  const listed = (some: readonly string[]) => some.map(shownDomain).join(text('comma'));
  return (
    <div className="dm-checked-facts">
      <InlineAlert kind="success">{text('upload.fits')}</InlineAlert>
      <dl className="dm-facts">
        <div>
          <dt>{text('names')}</dt>
          <dd>{listed(names)}</dd>
        </div>
        <div>
          <dt>{text('ends')}</dt>
          <dd>
            {dateText(notAfter)} · {daysLeft(notAfter)}
          </dd>
        </div>
        <div>
          <dt>{text('issuer')}</dt>
          <dd>{issuer}</dd>
        </div>
        <div>
          <dt>{text('serves')}</dt>
          <dd>{serves.length === 0 ? text('upload.servesNone') : listed(serves)}</dd>
        </div>
      </dl>
    </div>
  );
}
