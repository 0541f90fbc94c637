import { useEffect, useState } from 'react';
import { sanitize, type SafeKind } from './sanitize';

interface Props {
  readonly html: string;
  readonly as?: SafeKind;
}

/** HTML from outside. Shows nothing until the sanitiser has been fetched. */
export function SafeHtml({ html, as = 'words' }: Props) {
  const [safe, setSafe] = useState('');
  useEffect(() => {
    let current = true;
    void sanitize(html, as).then((clean) => {
      if (current) setSafe(clean);
    });
    return () => {
      current = false;
    };
  }, [html, as]);
  const name = as === 'words' ? 'sd-confirm-body' : 'sd-document';
  return <div className={name} dangerouslySetInnerHTML={{ __html: safe }} />;
}
