import type { DatabaseInfo } from '@sitedeck/contract';
import { ProgressBar, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { databaseTexts } from '../database-texts';
import { spaceOf, type Space } from './space';

/** The space bar (空间): used and free part of the quota. */
export function SpaceBar({ info }: { readonly info: DatabaseInfo }) {
  const text = useText(databaseTexts);
  const format = useLocaleFormat();
  const space = spaceOf(info);
  const isLimited = space.is === 'limited';
  return (
    <div className={`db-space db-space-${isLimited ? space.tone : 'normal'}`}>
      <div className="db-space-head">
        <span className="sd-small sd-secondary">{text('space')}</span>
        {isLimited && (
          <span className="sd-small">{format.percent(space.used / Math.max(1, space.quota))}</span>
        )}
      </div>
      {isLimited && <ProgressBar name={text('space')} share={space.share} />}
      <p className="sd-small sd-secondary">
        <SpaceWords space={space} />
      </p>
    </div>
  );
}

function SpaceWords({ space }: { readonly space: Space }) {
  const text = useText(databaseTexts);
  const format = useLocaleFormat();
  switch (space.is) {
    case 'measuring':
      return text('space.measuring');
    case 'unlimited':
      return text('space.unlimited', { used: format.bytes(space.used) });
    case 'limited': {
      const { used, quota } = space;
      const values = { used: format.bytes(used), quota: format.bytes(quota) };
      return used <= quota
        ? text('space.left', { ...values, left: format.bytes(quota - used) })
        : text('space.over', { ...values, over: format.bytes(used - quota) });
    }
  }
}
