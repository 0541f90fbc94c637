import { CAPTCHA_COOLDOWN_MS, sendCaptcha, type VerifiedAct } from '@sitedeck/contract';
import { call, toFault, useCurrentHost } from '@sitedeck/sdk';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useText } from '../i18n/use-text';
import { startCooldown, useCooldown } from './cooldown';
import { verifyTexts } from './verify-texts';
import { useFeedback } from '../feedback/use-feedback';

interface Props {
  readonly channel: 'email' | 'sms';
  readonly act: VerifiedAct;
  readonly onSent: () => void;
  /** Why no code was sent, in words. */
  readonly onFailed: (message: string) => void;
}

/** The button that requests a one-time code (获取验证码); then it counts down until the next code. */
export function CodeButton({ channel, act, onSent, onFailed }: Props) {
  const text = useText(verifyTexts);
  const { message } = useFeedback();
  const { hostCode } = useCurrentHost().hostService;
  const { left, follow } = useCooldown(hostCode);
  const [sending, setSending] = useState(false);
  const off = left > 0 || sending;

  async function get(): Promise<void> {
    if (off) return;
    setSending(true);
    try {
      const sent = await call(sendCaptcha, { params: { x: channel }, body: { act } }, { quiet: true });
      startCooldown(hostCode, CAPTCHA_COOLDOWN_MS / 1000);
      message.success(sent || text('code.sent'));
      onSent();
    } catch (error) {
      const fault = toFault(error);
      if (fault.retryAfter !== undefined) startCooldown(hostCode, fault.retryAfter);
      onFailed(fault.message);
    } finally {
      setSending(false);
      follow();
    }
  }

  return (
    <Button
      loading={sending}
      aria-disabled={off}
      className={off ? 'sd-off' : ''}
      {...(left > 0 && { title: text('code.wait') })}
      onClick={() => void get()}
    >
      {left > 0 ? text('code.again', { n: left }) : text('code.get')}
    </Button>
  );
}
