import AppstoreOutlined from '@ant-design/icons/AppstoreOutlined';
import AuditOutlined from '@ant-design/icons/AuditOutlined';
import BranchesOutlined from '@ant-design/icons/BranchesOutlined';
import BugOutlined from '@ant-design/icons/BugOutlined';
import CameraOutlined from '@ant-design/icons/CameraOutlined';
import CloudServerOutlined from '@ant-design/icons/CloudServerOutlined';
import CloudUploadOutlined from '@ant-design/icons/CloudUploadOutlined';
import CodeOutlined from '@ant-design/icons/CodeOutlined';
import ControlOutlined from '@ant-design/icons/ControlOutlined';
import DatabaseOutlined from '@ant-design/icons/DatabaseOutlined';
import FileExclamationOutlined from '@ant-design/icons/FileExclamationOutlined';
import FileTextOutlined from '@ant-design/icons/FileTextOutlined';
import FolderOpenOutlined from '@ant-design/icons/FolderOpenOutlined';
import GlobalOutlined from '@ant-design/icons/GlobalOutlined';
import HddOutlined from '@ant-design/icons/HddOutlined';
import HomeOutlined from '@ant-design/icons/HomeOutlined';
import ImportOutlined from '@ant-design/icons/ImportOutlined';
import LinkOutlined from '@ant-design/icons/LinkOutlined';
import LockOutlined from '@ant-design/icons/LockOutlined';
import RetweetOutlined from '@ant-design/icons/RetweetOutlined';
import SafetyOutlined from '@ant-design/icons/SafetyOutlined';
import SaveOutlined from '@ant-design/icons/SaveOutlined';
import ScheduleOutlined from '@ant-design/icons/ScheduleOutlined';
import TagsOutlined from '@ant-design/icons/TagsOutlined';
import ThunderboltOutlined from '@ant-design/icons/ThunderboltOutlined';
import ToolOutlined from '@ant-design/icons/ToolOutlined';
import WarningOutlined from '@ant-design/icons/WarningOutlined';
import WindowsOutlined from '@ant-design/icons/WindowsOutlined';
import type { ComponentType } from 'react';

/** Icon names that a manifest may use. */
const ICONS: Readonly<Record<string, ComponentType<{ 'aria-hidden'?: boolean }>>> = {
  Appstore: AppstoreOutlined,
  Audit: AuditOutlined,
  Branches: BranchesOutlined,
  Bug: BugOutlined,
  Camera: CameraOutlined,
  CloudServer: CloudServerOutlined,
  CloudUpload: CloudUploadOutlined,
  Code: CodeOutlined,
  Control: ControlOutlined,
  Database: DatabaseOutlined,
  FileExclamation: FileExclamationOutlined,
  FileText: FileTextOutlined,
  FolderOpen: FolderOpenOutlined,
  Global: GlobalOutlined,
  Hdd: HddOutlined,
  Home: HomeOutlined,
  Import: ImportOutlined,
  Link: LinkOutlined,
  Lock: LockOutlined,
  Retweet: RetweetOutlined,
  Safety: SafetyOutlined,
  Save: SaveOutlined,
  Schedule: ScheduleOutlined,
  Tags: TagsOutlined,
  Thunderbolt: ThunderboltOutlined,
  Tool: ToolOutlined,
  Warning: WarningOutlined,
  Windows: WindowsOutlined,
};

interface Props {
  readonly name: string;
  /** The class that antd's menu adds, by which it hides the icons of an open submenu. */
  readonly className?: string;
}

/** An unknown name still gets an icon: a collapsed menu would show nothing otherwise. */
export function MenuIcon({ name, className = '' }: Props) {
  const Icon = (Object.hasOwn(ICONS, name) ? ICONS[name] : undefined) ?? AppstoreOutlined;
  return <Icon aria-hidden className={className} />;
}
