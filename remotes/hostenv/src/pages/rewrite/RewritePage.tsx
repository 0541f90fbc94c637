import type { RemoteContext } from '@sitedeck/sdk';
import { pageStateOf } from '@sitedeck/ui/page-state';
import { EnvPage } from '../../frame/EnvPage';
import { MountStyle } from '../../frame/FrameStyle';
import { answered, FRESH, hostEnvApi } from '../../hostenv.api';
import { rewriteStyle } from './rewrite-style';
import { RulesForm } from './RulesForm';

/** 伪静态: rules that lead addresses to files and programs. */
export function RewritePage({ ctx }: { readonly ctx: RemoteContext }) {
  const asked = hostEnvApi.useListRewritesQuery({}, FRESH);
  return (
    <EnvPage page="pseudoStatic" state={pageStateOf(asked)}>
      {(data) => (
        <>
          <MountStyle css={rewriteStyle} />
          <RulesForm ctx={ctx} data={data} read={() => answered(asked.refetch().unwrap())} />
        </>
      )}
    </EnvPage>
  );
}
