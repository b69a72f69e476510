// User info is a property list: one import gives an author all that is needed.
@_exported public import OrielPropertyList
