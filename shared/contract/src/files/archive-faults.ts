/** Faults of an archive, and of one of its entries. */
export const ARCHIVE_FAULTS = {
  'archive-unknown': {
    code: '400',
    'zh-CN': '无法识别的压缩包格式，支持 zip、tar（gz、zst、xz、bz2）、7z、rar',
    'en-US': 'Unknown archive format. Supported: zip, tar (gz, zst, xz, bz2), 7z and rar',
  },
  'pack-unknown': {
    code: '400',
    'zh-CN': '压缩包名称应以 .zip、.tar.gz 或 .tar.zst 结尾',
    'en-US': 'The archive name must end with .zip, .tar.gz or .tar.zst',
  },
  'archive-broken': {
    code: '400',
    'zh-CN': '压缩包已损坏或不完整，未解压任何文件',
    'en-US': 'The archive is damaged or incomplete. Nothing was extracted',
  },
  'archive-entry-broken': {
    code: '400',
    'zh-CN': '压缩包中的「{path}」已损坏，未解压任何文件',
    'en-US': '"{path}" is damaged in the archive. Nothing was extracted',
  },
  'archive-encrypted': {
    code: '400',
    'zh-CN': '压缩包已加密，请先在本地解密后再上传',
    'en-US': 'The archive is encrypted. Decrypt it on your computer and upload it again',
  },
  'archive-too-much': {
    code: '413',
    'zh-CN': '压缩包解压后的大小或文件数异常，未解压任何文件',
    'en-US': 'The archive expands to an abnormal size or number of files. Nothing was extracted',
  },
  'archive-too-many-entries': {
    code: '413',
    'zh-CN': '压缩包内的项目超过此主机的上限（{limit} 项），未解压任何文件',
    'en-US': 'The archive contains more than {limit} items, the limit of this host. Nothing was extracted',
  },
  'pack-too-many-entries': {
    code: '413',
    'zh-CN': '所选项目超过此主机单个压缩包的上限（{limit} 项），请分批打包',
    'en-US':
      'The selection contains more than {limit} items, the limit for one archive on this host. Pack it in parts',
  },
  'pack-special': {
    code: '400',
    'zh-CN': '设备、管道和套接字无法打包',
    'en-US': "Devices, pipes and sockets can't be packed",
  },
  'pack-sparse': {
    code: '413',
    'zh-CN': '稀疏文件几乎没有实际内容，但标称大小超出主机空间，无法打包',
    'en-US': "Sparse files with almost no data but a nominal size beyond the host's space can't be packed",
  },
  'file-changed': {
    code: '409',
    'zh-CN': '打包期间被修改或移走',
    'en-US': 'It was changed or moved while it was being packed',
  },
  'entry-unreadable': {
    code: '500',
    'zh-CN': '无法读取',
    'en-US': 'It could not be read',
  },
  'entry-outside': {
    code: '400',
    'zh-CN': '路径指向解压文件夹之外',
    'en-US': 'Its path points outside the folder',
  },
  'entry-link-outside': {
    code: '400',
    'zh-CN': '链接指向解压文件夹之外',
    'en-US': 'The link points outside the folder',
  },
  'entry-through-link': {
    code: '400',
    'zh-CN': '路径经过压缩包中的链接',
    'en-US': 'Its path goes through a link in the archive',
  },
  'entry-special': {
    code: '400',
    'zh-CN': '设备、管道或稀疏文件不会被解压',
    'en-US': 'Devices, pipes and sparse files are not extracted',
  },
  'entry-in-the-way': {
    code: '409',
    'zh-CN': '已有同名的其他类型项目（文件与文件夹冲突）',
    'en-US': 'An item of another type has this name: a file instead of a folder, or vice versa',
  },
  'entry-packing': {
    code: '400',
    'zh-CN': '使用了不支持的压缩方式',
    'en-US': 'Its compression method is not supported',
  },
} as const;
