import type { ScriptError } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import { errorInfoTexts } from './error-info-texts';

interface Props {
  readonly mode: ScriptError['notify'];
  readonly language: 'PHP' | 'NET';
  readonly message: string;
}

/** Sample errors in the engines' wording, with placeholder path and line. */
const DETAILS = {
  PHP: 'Fatal error: Uncaught Error: Call to undefined function price()\nin /wwwroot/shop/cart.php:42',
  NET: "Server Error in '/' Application\nSystem.NullReferenceException\nin /wwwroot/shop/Cart.aspx:42",
} as const;

/** Shows what a visitor would read. */
export function Preview({ mode, language, message }: Props) {
  const text = useText(errorInfoTexts);
  const words = { off: text('preview.off'), details: DETAILS[language], custom: message }[mode];
  return (
    <div>
      <div className="sd-label">{text('preview')}</div>
      <pre className={mode === 'details' ? 'he-error-preview sd-mono' : 'he-error-preview'}>
        {words.trim() === '' ? ' ' : words}
      </pre>
    </div>
  );
}
