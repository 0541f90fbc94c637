import type { SiteImage } from '@sitedeck/contract';
import { settingChanges, type DescribedChange } from '@sitedeck/contract/setting-texts';
import { useLocale } from '@sitedeck/sdk';
import { InlineAlert, Skeleton, useText } from '@sitedeck/ui/core';
import { imagesApi } from '../images.api';
import { imageTexts } from './image-texts';

/** Longest value that is shown beside its name, characters. */
const SHORT_MAX = 80;

/** Says what the deployment of an image would change in the settings of this host, or why it can't. */
export function SettingChanges({ image }: { readonly image: SiteImage }) {
  const text = useText(imageTexts);
  const locale = useLocale();
  const { data, error } = imagesApi.useInspectSiteImageQuery(
    { query: { image: image.id } },
    { refetchOnMountOrArgChange: true },
  );
  if (error !== undefined) return <p className="sd-hint">{text('changes.failed')}</p>;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 1 }} />;
  if (data.refused !== null)
    return <InlineAlert kind="danger">{text('changes.refused', { why: data.refused })}</InlineAlert>;
  const changes = settingChanges(data.changes, locale);
  return (
    <div>
      <h3 className="sd-label">{text('changes')}</h3>
      {changes.length === 0 ? (
        <p className="sd-secondary">{text('changes.none')}</p>
      ) : (
        <ul className="tl-changes">
          {changes.map((change) => (
            <Change key={change.name} change={change} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** A short value on one line; undefined if it is long. */
function onLine(value: string): string | undefined {
  const line = value.replaceAll('\n', ', ');
  return line.length <= SHORT_MAX ? line : undefined;
}

/** What becomes of a long value. */
function fateOf({ before, after }: DescribedChange): 'changes.added' | 'changes.removed' | 'changes.differs' {
  if (before === undefined) return 'changes.added';
  return after === undefined ? 'changes.removed' : 'changes.differs';
}

function Change({ change }: { readonly change: DescribedChange }) {
  const text = useText(imageTexts);
  const { name, before, after } = change;
  const nothing = text('changes.nothing');
  const [old, next] = [onLine(before ?? nothing), onLine(after ?? nothing)];
  return (
    <li>
      <span className="tl-changes-name">{name}</span>{' '}
      {old !== undefined && next !== undefined ? (
        <>
          <del>{old}</del> → <ins>{next}</ins>
        </>
      ) : (
        text(fateOf(change))
      )}
    </li>
  );
}
