/** Faults of an archive, and of one of its entries. */
export const ARCHIVE_FAULTS = {
  'archive-unknown': {
    code: '400',
    'zh-CN': '无法识别的压缩包格式，支持 zip、tar（gz、zst、xz、bz2）、7z、rar',
    'en-US': 'This is no archive that can be opened: zip, tar (gz, zst, xz, bz2), 7z and rar can',
  },
  'pack-unknown': {
    code: '400',
    'zh-CN': '压缩包名称应以 .zip、.tar.gz 或 .tar.zst 结尾',
    'en-US': "The archive's name has to end with .zip, .tar.gz or .tar.zst",
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
    'zh-CN': '压缩包解压后的体积或文件数异常，已拒绝解压',
    'en-US': 'The archive would become far larger, or more files, than any site needs. It is refused',
  },
  'archive-too-many-entries': {
    code: '413',
    'zh-CN': '压缩包内的项目超过此主机的上限（{limit} 项），未解压任何文件',
    'en-US': 'The archive holds more entries than this host may extract ({limit}). Nothing was extracted',
  },
  'pack-too-many-entries': {
    code: '413',
    'zh-CN': '所选项目超过此主机单个压缩包的上限（{limit} 项），请分批打包',
    'en-US':
      'The selection holds more entries than one archive of this host may hold ({limit}). Pack it in parts',
  },
  'pack-special': {
    code: '400',
    'zh-CN': '设备、管道和套接字无法打包',
    'en-US': "Devices, pipes and sockets can't be packed",
  },
  'pack-sparse': {
    code: '413',
    'zh-CN': '稀疏文件几乎没有实际内容，但标称大小超出主机空间，无法打包',
    'en-US': "Sparse files that hold almost no data but claim more than the host's space can't be packed",
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
    'en-US': 'Its path leads out of the folder',
  },
  'entry-link-outside': {
    code: '400',
    'zh-CN': '链接指向解压文件夹之外',
    'en-US': 'The link leads out of the folder',
  },
  'entry-through-link': {
    code: '400',
    'zh-CN': '路径经过压缩包中的链接',
    'en-US': 'Its path passes through a link of the archive',
  },
  'entry-special': {
    code: '400',
    'zh-CN': '设备、管道或稀疏文件不会被解压',
    'en-US': 'Devices, pipes and sparse files are not extracted',
  },
  'entry-in-the-way': {
    code: '409',
    'zh-CN': '已有同名的其他类型项目（文件与文件夹冲突）',
    'en-US':
      'Something of another type has this name: a file where a folder should be, or the other way round',
  },
  'entry-packing': {
    code: '400',
    'zh-CN': '使用了不支持的压缩方式',
    'en-US': 'It is packed in a way that is not supported',
  },
} as const;
