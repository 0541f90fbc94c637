import gBEUCH from 'pdfjs-dist/cmaps/GB-EUC-H.bcmap' with { type: 'bytes' };
import gBKEUCH from 'pdfjs-dist/cmaps/GBK-EUC-H.bcmap' with { type: 'bytes' };
import gBKEUCV from 'pdfjs-dist/cmaps/GBK-EUC-V.bcmap' with { type: 'bytes' };
import gBKpEUCH from 'pdfjs-dist/cmaps/GBKp-EUC-H.bcmap' with { type: 'bytes' };
import gBpcEUCH from 'pdfjs-dist/cmaps/GBpc-EUC-H.bcmap' with { type: 'bytes' };
import uniGBUCS2H from 'pdfjs-dist/cmaps/UniGB-UCS2-H.bcmap' with { type: 'bytes' };
import uniGBUCS2V from 'pdfjs-dist/cmaps/UniGB-UCS2-V.bcmap' with { type: 'bytes' };
import uniGBUTF16H from 'pdfjs-dist/cmaps/UniGB-UTF16-H.bcmap' with { type: 'bytes' };
import uniGBUTF16V from 'pdfjs-dist/cmaps/UniGB-UTF16-V.bcmap' with { type: 'bytes' };
import b5pcH from 'pdfjs-dist/cmaps/B5pc-H.bcmap' with { type: 'bytes' };
import eTenB5H from 'pdfjs-dist/cmaps/ETen-B5-H.bcmap' with { type: 'bytes' };
import eTenmsB5H from 'pdfjs-dist/cmaps/ETenms-B5-H.bcmap' with { type: 'bytes' };
import uniCNSUCS2H from 'pdfjs-dist/cmaps/UniCNS-UCS2-H.bcmap' with { type: 'bytes' };
import uniCNSUTF16H from 'pdfjs-dist/cmaps/UniCNS-UTF16-H.bcmap' with { type: 'bytes' };
import of90msRKSJH from 'pdfjs-dist/cmaps/90ms-RKSJ-H.bcmap' with { type: 'bytes' };
import of90mspRKSJH from 'pdfjs-dist/cmaps/90msp-RKSJ-H.bcmap' with { type: 'bytes' };
import eUCH from 'pdfjs-dist/cmaps/EUC-H.bcmap' with { type: 'bytes' };
import h from 'pdfjs-dist/cmaps/H.bcmap' with { type: 'bytes' };
import v from 'pdfjs-dist/cmaps/V.bcmap' with { type: 'bytes' };
import uniJISUCS2H from 'pdfjs-dist/cmaps/UniJIS-UCS2-H.bcmap' with { type: 'bytes' };
import uniJISUTF16H from 'pdfjs-dist/cmaps/UniJIS-UTF16-H.bcmap' with { type: 'bytes' };
import kSCmsUHCH from 'pdfjs-dist/cmaps/KSCms-UHC-H.bcmap' with { type: 'bytes' };
import uniKSUCS2H from 'pdfjs-dist/cmaps/UniKS-UCS2-H.bcmap' with { type: 'bytes' };
import uniKSUTF16H from 'pdfjs-dist/cmaps/UniKS-UTF16-H.bcmap' with { type: 'bytes' };
import adobeGB1UCS2 from 'pdfjs-dist/cmaps/Adobe-GB1-UCS2.bcmap' with { type: 'bytes' };
import adobeCNS1UCS2 from 'pdfjs-dist/cmaps/Adobe-CNS1-UCS2.bcmap' with { type: 'bytes' };
import adobeJapan1UCS2 from 'pdfjs-dist/cmaps/Adobe-Japan1-UCS2.bcmap' with { type: 'bytes' };
import adobeKorea1UCS2 from 'pdfjs-dist/cmaps/Adobe-Korea1-UCS2.bcmap' with { type: 'bytes' };

/** Character maps for fonts that old documents from China, Taiwan, Japan and Korea don't embed. */
const MAPS: ReadonlyMap<string, Uint8Array> = new Map([
  ['GB-EUC-H', gBEUCH],
  ['GBK-EUC-H', gBKEUCH],
  ['GBK-EUC-V', gBKEUCV],
  ['GBKp-EUC-H', gBKpEUCH],
  ['GBpc-EUC-H', gBpcEUCH],
  ['UniGB-UCS2-H', uniGBUCS2H],
  ['UniGB-UCS2-V', uniGBUCS2V],
  ['UniGB-UTF16-H', uniGBUTF16H],
  ['UniGB-UTF16-V', uniGBUTF16V],
  ['B5pc-H', b5pcH],
  ['ETen-B5-H', eTenB5H],
  ['ETenms-B5-H', eTenmsB5H],
  ['UniCNS-UCS2-H', uniCNSUCS2H],
  ['UniCNS-UTF16-H', uniCNSUTF16H],
  ['90ms-RKSJ-H', of90msRKSJH],
  ['90msp-RKSJ-H', of90mspRKSJH],
  ['EUC-H', eUCH],
  ['H', h],
  ['V', v],
  ['UniJIS-UCS2-H', uniJISUCS2H],
  ['UniJIS-UTF16-H', uniJISUTF16H],
  ['KSCms-UHC-H', kSCmsUHCH],
  ['UniKS-UCS2-H', uniKSUCS2H],
  ['UniKS-UTF16-H', uniKSUTF16H],
  ['Adobe-GB1-UCS2', adobeGB1UCS2],
  ['Adobe-CNS1-UCS2', adobeCNS1UCS2],
  ['Adobe-Japan1-UCS2', adobeJapan1UCS2],
  ['Adobe-Korea1-UCS2', adobeKorea1UCS2],
]);

/** @returns a copy, since pdf.js may transfer its buffer away */
export const characterMap = (name: string): Uint8Array | undefined => MAPS.get(name)?.slice();
