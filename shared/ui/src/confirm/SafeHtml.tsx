import { useEffect, useState } from 'react';
import { sanitize } from './sanitize';

/** HTML a caller passed to a confirmation. Nothing shows until the sanitiser has been fetched. */
export function SafeHtml({ html }: { readonly html: string }) {
  const [safe, setSafe] = useState('');
  useEffect(() => {
    let current = true;
    void sanitize(html).then((clean) => {
      if (current) setSafe(clean);
    });
    return () => {
      current = false;
    };
  }, [html]);
  return <div className="sd-confirm-body" dangerouslySetInnerHTML={{ __html: safe }} />;
}
