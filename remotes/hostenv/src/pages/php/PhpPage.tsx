import type { RemoteContext } from '@sitedeck/sdk';
import { EmptyState, useText } from '@sitedeck/ui/core';
import { pageStateOf } from '@sitedeck/ui/page-state';
import { EnvPage } from '../../frame/EnvPage';
import { MountStyle } from '../../frame/FrameStyle';
import { answered, FRESH, hostEnvApi } from '../../hostenv.api';
import { PhpForm } from './PhpForm';
import { phpStyle } from './php-style';
import { phpTexts } from './php-texts';

/** PHP 管理: version and parameters of the site's PHP. */
export function PhpPage({ ctx }: { readonly ctx: RemoteContext }) {
  const text = useText(phpTexts);
  const asked = hostEnvApi.useReadPhpQuery({}, FRESH);
  return (
    <EnvPage page="php" state={pageStateOf(asked)}>
      {(data) => (
        <>
          <MountStyle css={phpStyle} />
          {data.served ? (
            <PhpForm ctx={ctx} data={data} read={() => answered(asked.refetch().unwrap())} />
          ) : (
            <EmptyState text={text('notServed')} />
          )}
        </>
      )}
    </EnvPage>
  );
}
