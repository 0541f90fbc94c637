import type { FaultEntry } from '../faults/entry';

/** Faults of site images, in both languages. */
export const SITE_IMAGE_FAULTS = {
  'image-damaged': {
    code: '400',
    'zh-CN': '文件不是网站镜像，或已损坏、不完整',
    'en-US': 'The file is not a site image, or is damaged or incomplete',
  },
  'image-foreign': {
    code: '400',
    'zh-CN': '镜像不是由本系统签名的。请联系服务商，将对方的公钥加入可信列表',
    'en-US':
      'The image was signed by another installation. Ask your provider to trust the public key of that installation',
  },
  'image-wrong-kind': {
    code: '400',
    'zh-CN': '该文件不是网站镜像，可能是应用安装包',
    'en-US': 'This file is not an image of a site. It may be the package of an app',
  },
  'image-gone': {
    code: '404',
    'zh-CN': '镜像不存在或已删除',
    'en-US': 'The image does not exist or has been deleted',
  },
  'image-too-many': {
    code: '400',
    'zh-CN': '最多保留 {most} 个镜像，请先删除不需要的镜像',
    'en-US': 'A site can keep {most} images. Delete one that you no longer need',
  },
  'image-undo-over': {
    code: '400',
    'zh-CN': '已超过可撤销的时间，或记录已删除',
    'en-US': 'This can no longer be undone, or its record has been deleted',
  },
  'image-over-quota': {
    code: '413',
    'zh-CN': '镜像内容为 {size}，超出磁盘配额 {quota}，未部署任何内容',
    'en-US': 'The image ({size}) exceeds the disk quota ({quota}). Nothing was deployed',
  },
  'image-newer': {
    code: '400',
    'zh-CN': '镜像格式为版本 {format}，本系统支持到版本 {known}',
    'en-US': 'The image has format version {format}. This system supports versions up to {known}',
  },
} as const satisfies Record<string, FaultEntry>;
