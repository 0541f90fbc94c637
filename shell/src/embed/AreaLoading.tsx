import { useText } from '@sitedeck/ui/core';
import { usePassed } from '../remotes/LateSkeleton';
import { embedTexts } from './embed-texts';

/** What arrives sooner is never announced, ms (interface, section 2). */
const AFTER_MS = 300;

export function AreaLoading() {
  const text = useText(embedTexts);
  const passed = usePassed(AFTER_MS);
  return (
    <div role="status" aria-busy="true">
      {passed && (
        <>
          <span className="sd-visually-hidden">{text('loading')}</span>
          {[70, 100, 100, 45].map((width, row) => (
            <div key={row} className="se-bone" style={{ width: `${width}%` }} />
          ))}
        </>
      )}
    </div>
  );
}
