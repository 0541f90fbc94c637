import CloudServerOutlined from '@ant-design/icons/CloudServerOutlined';
import { useCurrentHost } from '@sitedeck/sdk';
import { useText } from '@sitedeck/ui/core';
import { layoutTexts } from './layout-texts';

/** The host this session works on. */
export function HostName() {
  const text = useText(layoutTexts);
  const { hostService, remark } = useCurrentHost();
  const name = remark || hostService.hostName;
  return (
    <span className="sh-host" title={`${name} ${hostService.hostCode}`}>
      <CloudServerOutlined aria-hidden />
      <span className="sd-visually-hidden">{text('host')} </span>
      <span className="sh-host-name">{name}</span>
      {name !== hostService.hostCode && <span className="sh-host-code">{hostService.hostCode}</span>}
    </span>
  );
}
