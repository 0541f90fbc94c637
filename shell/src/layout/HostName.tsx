import CloudServerOutlined from '@ant-design/icons/CloudServerOutlined';
import { hostTitle, useCurrentHost, useLoginSource } from '@sitedeck/sdk';
import { useText } from '@sitedeck/ui/core';
import { HostSelector } from './hosts/HostSelector';
import { layoutTexts } from './layout-texts';

/** The host of this session; a session from the provider's portal may choose another. */
export function HostNameText() {
  const host = useCurrentHost();
  const { hostService } = host;
  const name = hostTitle(host);
  if (useLoginSource() === 'HOST_TOKEN') {
    return (
      <HostSelector>
        <Words name={name} code={hostService.hostCode} />
      </HostSelector>
    );
  }
  return (
    <span className="sh-host" title={`${name} ${hostService.hostCode}`}>
      <Words name={name} code={hostService.hostCode} />
    </span>
  );
}

function Words({ name, code }: { readonly name: string; readonly code: string }) {
  const text = useText(layoutTexts);
  return (
    <>
      <CloudServerOutlined aria-hidden />
      <span className="sd-visually-hidden">{text('host')} </span>
      <span className="sh-host-name">{name}</span>
      {name !== code && <span className="sh-host-code">{code}</span>}
    </>
  );
}
