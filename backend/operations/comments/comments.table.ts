import type { CommentKind } from '../../workflow/news/comment-kinds.contract'

/** Instants are epoch milliseconds. */
export interface CommentsTable {
  id: string
  tenant_id: string
  about: CommentKind
  record_id: string
  /** The slot that the record is about, or is. */
  slot_id: string
  text: string
  author_id: string
  written_by: string
  version: number
  created_at: number
  edited_at: number | null
  removed_at: number | null
}

interface CommentPhotosTable {
  id: string
  tenant_id: string
  comment_id: string
  slot_id: string
  /** Of the picture: the same one is added once. */
  mark: string
  /** Base64 of WebP pictures. */
  small: string
  whole: string
  added_at: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    comments: CommentsTable
    comment_photos: CommentPhotosTable
  }
}
