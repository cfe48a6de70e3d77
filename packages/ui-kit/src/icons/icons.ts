import {
  ApartmentOutlined,
  AppstoreOutlined,
  ArrowDownOutlined,
  ArrowLeftOutlined,
  ArrowUpOutlined,
  AuditOutlined,
  BankOutlined,
  BarChartOutlined,
  CheckCircleOutlined,
  ClearOutlined,
  ClockCircleOutlined,
  ClusterOutlined,
  CopyOutlined,
  CrownOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  DeleteOutlined,
  DisconnectOutlined,
  DownloadOutlined,
  DownOutlined,
  EditOutlined,
  EyeOutlined,
  GiftOutlined,
  HistoryOutlined,
  LogoutOutlined,
  MailOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
  MoonOutlined,
  PartitionOutlined,
  PercentageOutlined,
  PlusOutlined,
  ReloadOutlined,
  RightOutlined,
  SafetyCertificateOutlined,
  SaveOutlined,
  SearchOutlined,
  ShareAltOutlined,
  ShopOutlined,
  StopOutlined,
  SunOutlined,
  SwapOutlined,
  TeamOutlined,
  ThunderboltOutlined,
  UserOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import { decorative } from './decorative'

// Imported one by one: the whole set is 48 MB.
export const ActivateIcon = decorative(CheckCircleOutlined)
export const AddIcon = decorative(PlusOutlined)
export const AdjustIcon = decorative(ArrowDownOutlined)
export const AdminIcon = decorative(CrownOutlined)
export const AreaManagerIcon = decorative(ApartmentOutlined)
export const BackIcon = decorative(ArrowLeftOutlined)
export const BackupIcon = decorative(DatabaseOutlined)
export const ClearIcon = decorative(ClearOutlined)
export const ConservationIcon = decorative(SafetyCertificateOutlined)
export const CopyIcon = decorative(CopyOutlined)
export const DarkIcon = decorative(MoonOutlined)
export const DashboardIcon = decorative(DashboardOutlined)
export const DeactivateIcon = decorative(StopOutlined)
export const DeleteIcon = decorative(DeleteOutlined)
export const DownIcon = decorative(DownOutlined)
export const DownloadIcon = decorative(DownloadOutlined)
export const EditIcon = decorative(EditOutlined)
export const FoldIcon = decorative(MenuFoldOutlined)
export const GameIcon = decorative(AppstoreOutlined)
export const GiftIcon = decorative(GiftOutlined)
export const HistoryIcon = decorative(HistoryOutlined)
export const LightIcon = decorative(SunOutlined)
export const LiveIcon = decorative(ThunderboltOutlined)
export const LoanIcon = decorative(BankOutlined)
export const LogIcon = decorative(AuditOutlined)
export const LogoutIcon = decorative(LogoutOutlined)
export const MailIcon = decorative(MailOutlined)
export const MasterIcon = decorative(ShopOutlined)
export const MenuIconButton = decorative(MenuOutlined)
export const OfflineIcon = decorative(DisconnectOutlined)
export const PercentIcon = decorative(PercentageOutlined)
export const PlayerIcon = decorative(UserOutlined)
export const ReloadIcon = decorative(ReloadOutlined)
export const ReportIcon = decorative(BarChartOutlined)
export const RightIcon = decorative(RightOutlined)
export const SaveIcon = decorative(SaveOutlined)
export const SearchIcon = decorative(SearchOutlined)
export const ShareIcon = decorative(ShareAltOutlined)
export const SuperAreaManagerIcon = decorative(ClusterOutlined)
export const TeamIcon = decorative(TeamOutlined)
export const TimeIcon = decorative(ClockCircleOutlined)
export const TransactionsIcon = decorative(SwapOutlined)
export const TransferIcon = decorative(ArrowUpOutlined)
export const TreeIcon = decorative(PartitionOutlined)
export const UnfoldIcon = decorative(MenuUnfoldOutlined)
export const ViewIcon = decorative(EyeOutlined)
export const WalletIcon = decorative(WalletOutlined)
