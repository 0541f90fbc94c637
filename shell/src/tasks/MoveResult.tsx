import { toFault } from '@sitedeck/sdk';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { FactList } from './FactList';
import { FailedFiles } from './FailedFiles';
import { centerTexts } from './center/center-texts';
import { useGetCloneInfoQuery } from './tasks.api';

/** The files and data that a site move copied, fetched by the task's code. */
export function MoveResult({ code }: { readonly code: string }) {
  const text = useText(centerTexts);
  const format = useLocaleFormat();
  const { data, error } = useGetCloneInfoQuery({ params: { id: code } });
  if (error) return <p className="sd-secondary">{toFault(error).message}</p>;
  if (!data) return null;
  return (
    <>
      <section>
        <h3>{text('detail.result')}</h3>
        <FactList
          facts={[
            { name: text('progress.copiedFiles'), value: format.number(data.copiedFiles) },
            { name: text('progress.copiedBytes'), value: format.bytes(data.copiedBytes) },
            { name: text('progress.failed'), value: format.number(data.failed.length) },
          ]}
        />
      </section>
      <FailedFiles files={data.failed} name={code} />
    </>
  );
}
