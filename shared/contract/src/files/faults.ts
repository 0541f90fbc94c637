/** Faults of files, folders and transfers, in both languages. */
export const FILE_FAULTS = {
  'bad-path': { code: '400', 'zh-CN': '路径不正确', 'en-US': 'Invalid path' },
  'bad-name': {
    code: '400',
    'zh-CN': '名称不正确：不能为空，不能含「/」，不能过长（约 85 个汉字）',
    'en-US': 'Invalid name: it must not be empty, contain "/" or exceed 255 bytes',
  },
  'no-such-file': { code: '404', 'zh-CN': '文件或文件夹不存在', 'en-US': 'File or folder not found' },
  'no-such-version': {
    code: '404',
    'zh-CN': '该历史版本已不存在',
    'en-US': 'This earlier version no longer exists',
  },
  'not-in-bin': {
    code: '404',
    'zh-CN': '回收站中已没有此项',
    'en-US': 'This is no longer in the recycle bin',
  },
  'no-private-place': {
    code: '500',
    'zh-CN': '主机的私有文件夹缺失，回收站暂不可用',
    'en-US': "The host's private folder is missing, so the recycle bin is unavailable",
  },
  'already-exists': {
    code: '409',
    'zh-CN': '已有同名的文件或文件夹',
    'en-US': 'A file or folder with this name already exists',
  },
  conflict: { code: '409', 'zh-CN': '内容已在别处修改', 'en-US': 'The content was changed elsewhere' },
  'not-a-folder': { code: '400', 'zh-CN': '不是文件夹', 'en-US': 'Not a folder' },
  'not-a-file': { code: '400', 'zh-CN': '不是普通文件', 'en-US': 'Not a regular file' },
  'not-a-text': {
    code: '400',
    'zh-CN': '不是文本文件，无法编辑',
    'en-US': "Not a text file: it can't be edited",
  },
  'file-too-large': {
    code: '413',
    'zh-CN': '文件过大，无法在线编辑（上限 10 MB）',
    'en-US': 'The file is too large to edit here (limit 10 MB)',
  },
  'outside-root': {
    code: '403',
    'zh-CN': '路径超出主机文件夹',
    'en-US': "The path is outside the host's folder",
  },
  'link-in-path': {
    code: '403',
    'zh-CN': '路径经过符号链接，系统不会跟随链接',
    'en-US': 'The path contains a symbolic link, and links are not followed',
  },
  'wrong-encoding': {
    code: '400',
    'zh-CN': '文件内容不是 {encoding} 编码',
    'en-US': "The file's content is not {encoding}",
  },
  'not-encodable': {
    code: '400',
    'zh-CN': '内容含有 {encoding} 编码无法表示的字符：{character}',
    'en-US': "The content contains a character that {encoding} can't represent: {character}",
  },
  'root-closed': {
    code: '403',
    'zh-CN': '根目录不能新建、移动或删除内容，请在 wwwroot 或 data 中操作',
    'en-US': "The root folder can't be changed. Work inside wwwroot or data",
  },
  'read-only-place': { code: '403', 'zh-CN': '此文件夹只读', 'en-US': 'This folder is read-only' },
  'into-itself': {
    code: '400',
    'zh-CN': '文件夹不能移动或复制到自身',
    'en-US': "A folder can't be moved or copied into itself",
  },
  'over-quota': {
    code: '413',
    'zh-CN': '空间不足：超出磁盘配额',
    'en-US': 'Out of space: the disk quota would be exceeded',
  },
  'over-quota-bin': {
    code: '413',
    'zh-CN': '空间不足：超出磁盘配额。回收站占用 {bin}，清空后即可释放',
    'en-US': 'Out of space: the disk quota would be exceeded. Emptying the recycle bin frees {bin}',
  },
  'disk-full': {
    code: '413',
    'zh-CN': '服务器磁盘已满，已有文件未受影响',
    'en-US': "The server's disk is full. Existing files are unaffected",
  },
  'slice-out-of-range': {
    code: '400',
    'zh-CN': '分片超出文件范围或大小不符',
    'en-US': 'The slice lies outside the file or has the wrong size',
  },
  'slice-too-large': { code: '413', 'zh-CN': '分片过大', 'en-US': 'The slice is too large' },
  'hash-mismatch': {
    code: '400',
    'zh-CN': '文件校验未通过：收到的内容与所选文件不一致，请重试',
    'en-US': 'Verification failed: the uploaded content differs from the selected file. Try again',
  },
  'upload-unknown': {
    code: '404',
    'zh-CN': '上传记录不存在，请从头上传',
    'en-US': 'Upload not found. Start it again',
  },
  'upload-stopped': { code: '409', 'zh-CN': '上传已取消', 'en-US': 'The upload was cancelled' },
  'upload-incomplete': {
    code: '500',
    'zh-CN': '{count} 个文件未上传完成',
    'en-US': 'Files not uploaded: {count}',
  },
  'download-cut': {
    code: '500',
    'zh-CN': '下载在完成前中断',
    'en-US': 'The download ended before it was complete',
  },
  'upload-cut': {
    code: '400',
    'zh-CN': '连接中断，分片不完整',
    'en-US': 'The connection was cut; the slice is incomplete',
  },
  protected: { code: '423', 'zh-CN': '文件受防篡改保护', 'en-US': 'The file is under tamper protection' },
} as const;
