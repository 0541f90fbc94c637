import { useText } from '@sitedeck/ui/core';
import { restoreTexts } from './restore-texts';
import type { FileImpact } from './use-impact';

/** Shows how many files a restore would change and bring back, or only that it would if they can't be counted. */
export function FileChanges({ changes }: { readonly changes: FileImpact }) {
  const text = useText(restoreTexts);
  if (changes.is !== 'counted') return <p role="status">{text(`goes.${changes.is}`)}</p>;
  return (
    <div role="status">
      <ul className="bk-goes">
        {changes.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
